import { Trans } from "@lingui/react/macro";
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-sm bg-accent-fill px-4 py-2 text-sm font-semibold text-accent-ink focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-70"
    >
      <Trans>Skip to content</Trans>
    </a>
  );
}
