import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useService } from "#pwa/parts/service/use-service.ts";
import { buyingPage, PageText } from "#pwa/pages/door.ts";
import { useIsRunning } from "#pwa/ui/use-is-running.ts";
import { Button } from "#pwa/ui/button.tsx";

/** What guests see at /buy-xlm: how it goes, and that it begins with an account. */
export function GuestBuy() {
  const told = useService();
  // The markup that came with the page knows nothing of what this device was told once.
  const service = useIsRunning() ? told : null;
  const isOpen = service === null || service.offers.includes("deposits");
  return (
    <>
      <PageText path="/buy-xlm" own={buyingPage()} />
      <section
        aria-labelledby="begin-buying"
        className="mx-auto -mt-4 w-full max-w-3xl px-4 pb-12 sm:-mt-8 sm:px-6 sm:pb-16"
      >
        <h2 id="begin-buying" className="text-lg font-semibold">
          {isOpen ? t`Sign in to buy` : t`Nothing can be bought here at the moment`}
        </h2>
        <p className="mt-2 text-ink-2">
          {isOpen
            ? t`XLM are sent to your wallet, so you need an account first.`
            : t`With an account you receive XLM from any other wallet or exchange.`}
        </p>
        <Button asChild className="mt-4">
          <Link to="/auth">
            <Trans>Sign in or open an account</Trans>
          </Link>
        </Button>
      </section>
    </>
  );
}
