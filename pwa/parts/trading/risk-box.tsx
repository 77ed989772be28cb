import { Trans } from "@lingui/react/macro";

interface RiskBoxProps {
  readonly isAccepted: boolean;
  readonly onAccept: (isAccepted: boolean) => void;
}

/** Nothing trades for anybody who did not say that they know what can be lost. */
export function RiskBox({ isAccepted, onAccept }: RiskBoxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm font-medium">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent-fill"
        checked={isAccepted}
        onChange={(event) => onAccept(event.target.checked)}
      />
      <Trans>I know that I can lose money</Trans>
    </label>
  );
}
