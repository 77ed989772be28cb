import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useMemo } from "react";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";
import { isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import type { AutomationCheckOutput } from "#schemas/automation-calls.ts";
import { AUTOMATED_TRADING_ENDPOINTS } from "#schemas/endpoints/automated-trading.ts";
import { agreedPerTrade } from "./agreed-per-trade.ts";
import type { ModeChoice } from "./mode-step.tsx";
import { ReviewedCosts, ReviewedTerms } from "./reviewed-terms.tsx";

interface StartReviewProps {
  readonly terms: AutomationTerms;
  readonly choice: ModeChoice;
  readonly onOpen: (uid: string) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** All that is agreed to with an automation, and its one confirmation. */
export function StartReview({ terms, choice, onOpen, onBack, onClose }: StartReviewProps) {
  const { mode, isRiskAccepted } = choice;
  const calls = useMemo(() => callsFor(terms, { mode, isRiskAccepted }), [terms, mode, isRiskAccepted]);
  const [base, quote] = [codeOf(terms.bases[0] ?? ""), codeOf(terms.quote)];
  const confirmation = useConfirmation(calls, what("automation", { base, quote }));
  const { state, idempotencyKey, learn } = confirmation;
  // It is called by the key that it was confirmed with: where the answer got lost, its row is the answer.
  const { row } = useRow("automated_trading", idempotencyKey);
  useEffect(() => {
    if (row !== null) learn({ placed: { uid: row.uid, state: row.status } });
  }, [row, learn]);
  const check = "check" in state ? state.check : null;
  return (
    <ReviewSheet
      title={t`Check before you start`}
      label={mode === "auto" ? t`Confirm and let it trade` : t`Confirm and start`}
      isHeldBack={isProofMissing(confirmation)}
      renderPlaced={({ uid }) => <Started mode={mode} onOpen={() => onOpen(uid)} />}
      confirmation={confirmation}
      onClose={onBack}
      onDone={onClose}
    >
      {check === null ? null : (
        <>
          <ReviewedTerms terms={terms} mode={mode} />
          <ReviewedCosts check={check} mode={mode} />
        </>
      )}
      <TradeProof confirmation={confirmation} />
    </ReviewSheet>
  );
}

function Started({ mode, onOpen }: { readonly mode: ModeChoice["mode"]; readonly onOpen: () => void }) {
  return (
    <Notice tone="success" title={mode === "auto" ? t`It trades for you` : t`It tells you`}>
      <p>
        <Trans>It decides when the next candle closes. You can pause or stop it at any time.</Trans>
      </p>
      <Button variant="link" size="inline" onClick={onOpen}>
        <Trans>Show it</Trans>
      </Button>
    </Notice>
  );
}

function callsFor(
  terms: AutomationTerms,
  { mode, isRiskAccepted }: ModeChoice,
): ConfirmationCalls<AutomationCheckOutput> {
  const automation = { terms, executionMode: mode, riskAccepted: mode === "auto" && isRiskAccepted };
  return {
    look: (signal) => call(AUTOMATED_TRADING_ENDPOINTS.checkAutomation, { body: automation, signal }),
    confirm: async (check, idempotencyKey, proof) => {
      const body = {
        automation,
        perTrade: agreedPerTrade(check),
        ...confirmationOf(check, idempotencyKey, proof),
      };
      const { uid, status } = await call(AUTOMATED_TRADING_ENDPOINTS.startAutomation, { body });
      return { placed: { uid, state: status } };
    },
  };
}
