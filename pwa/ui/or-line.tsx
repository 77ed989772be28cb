import { Trans } from "@lingui/react/macro";
/** "or", between two ways of doing the same. */
export function OrLine() {
  return (
    <p className="flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <Trans context="between two ways of doing the same">or</Trans>
    </p>
  );
}
