import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useMemo, useState } from "react";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";
import { isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { AutomationCheckOutput } from "#schemas/automation-calls.ts";
import { AUTOMATED_TRADING_ENDPOINTS } from "#schemas/endpoints/automated-trading.ts";
import { agreedPerTrade } from "./agreed-per-trade.ts";
import { isChosen, type ModeChoice, ModeStep } from "./mode-step.tsx";
import { ReviewedCosts, ReviewedTerms } from "./reviewed-terms.tsx";
import type { Automation } from "./use-automations.ts";

interface GoOnSheetProps {
  readonly automation: Automation;
  readonly onClose: () => void;
}

/** Lets an automation go on, or has it trade instead of telling and the other way around: which first, then the review of it. */
export function GoOnSheet({ automation, onClose }: GoOnSheetProps) {
  const [choice, setChoice] = useState<ModeChoice>({ mode: automation.executionMode, isRiskAccepted: false });
  const [isReviewed, setReviewed] = useState(false);
  const isPaused = automation.status === "paused";
  const isSame = !isPaused && choice.mode === automation.executionMode;
  if (isReviewed)
    return <GoOnReview automation={automation} choice={choice} onBack={() => setReviewed(false)} onClose={onClose} />;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isChosen(choice) && !isSame) setReviewed(true);
  }
  return (
    <Sheet
      onClose={onClose}
      title={isPaused ? t`Let it go on` : t`Tell or trade`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" form="go-on" disabled={!isChosen(choice) || isSame}>
            <Trans>Review</Trans>
          </Button>
        </>
      }
    >
      <form id="go-on" noValidate onSubmit={submit} className="flex flex-col gap-4">
        {isPaused && automation.reason !== "" ? (
          <Notice tone="warn" title={t`Why it paused`}>
            {saidWords(automation.reason)}
          </Notice>
        ) : null}
        <ModeStep {...choice} onChoice={setChoice} />
      </form>
    </Sheet>
  );
}

interface GoOnReviewProps extends GoOnSheetProps {
  readonly choice: ModeChoice;
  readonly onBack: () => void;
}

function GoOnReview({ automation, choice, onBack, onClose }: GoOnReviewProps) {
  const { uid, terms } = automation;
  const { mode, isRiskAccepted } = choice;
  const calls = useMemo(() => callsFor(uid, { mode, isRiskAccepted }), [uid, mode, isRiskAccepted]);
  const [base, quote] = [codeOf(terms.bases[0] ?? ""), codeOf(terms.quote)];
  const confirmation = useConfirmation(calls, what("automation-on", { base, quote }));
  const { state } = confirmation;
  return (
    <ReviewSheet
      title={t`Check before it goes on`}
      label={mode === "auto" ? t`Confirm and let it trade` : t`Confirm`}
      isHeldBack={isProofMissing(confirmation)}
      renderPlaced={() => (
        <Notice tone="success" title={mode === "auto" ? t`It trades for you` : t`It tells you`}>
          <Trans>What it was worth now counts as its height from here on.</Trans>
        </Notice>
      )}
      confirmation={confirmation}
      onClose={onBack}
      onDone={onClose}
    >
      {"check" in state ? (
        <>
          <ReviewedTerms terms={terms} mode={mode} />
          <ReviewedCosts check={state.check} mode={mode} />
        </>
      ) : null}
      <TradeProof confirmation={confirmation} />
    </ReviewSheet>
  );
}

function callsFor(uid: string, { mode, isRiskAccepted }: ModeChoice): ConfirmationCalls<AutomationCheckOutput> {
  const goOn = { uid, executionMode: mode, riskAccepted: mode === "auto" && isRiskAccepted };
  return {
    look: (signal) => call(AUTOMATED_TRADING_ENDPOINTS.checkGoOn, { body: goOn, signal }),
    confirm: async (check, idempotencyKey, proof) => {
      // Going on costs nothing once: what is agreed to is what each trade may cost.
      const body = { goOn, ...confirmationOf(check, idempotencyKey, proof), agreed: agreedPerTrade(check) };
      const { status } = await call(AUTOMATED_TRADING_ENDPOINTS.goOn, { body });
      return { placed: { uid, state: status } };
    },
  };
}
