import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Button } from "#pwa/ui/button.tsx";
import { LogoMark } from "#pwa/ui/logo.tsx";

export function NotFound() {
  return (
    <main id="content" className="grid min-h-dvh place-items-center px-4 text-center">
      <div>
        <LogoMark className="mx-auto size-12 text-brass" />
        <h1 className="mt-6 text-2xl font-semibold">
          <Trans>404 Page Not Found</Trans>
        </h1>
        <p className="mt-2 text-sm text-ink-2">
          <Trans>Did you forget to add the page to the router?</Trans>
        </p>
        <Button asChild variant="secondary" className="mt-6">
          <Link to="/">
            <Trans>Back to the start</Trans>
          </Link>
        </Button>
      </div>
    </main>
  );
}
