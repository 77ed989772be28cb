import { Trans } from "@lingui/react/macro";
import { CheckLine } from "#pwa/ui/check-line.tsx";

interface RiskBoxProps {
  readonly isAccepted: boolean;
  readonly onAccept: (isAccepted: boolean) => void;
}

/** Nothing trades for anybody who did not say that they know what can be lost. */
export function RiskBox({ isAccepted, onAccept }: RiskBoxProps) {
  return (
    <CheckLine checked={isAccepted} onChange={onAccept}>
      <Trans>I know that I can lose money</Trans>
    </CheckLine>
  );
}
