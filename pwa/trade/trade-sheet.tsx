import type { ReactNode } from "react";
import { ReviewButtons, ReviewOutcome, ReviewStanding } from "#pwa/parts/confirming/review-parts.tsx";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import type { TradeCheck } from "#pwa/parts/trading/agreed.ts";
import { outcomeWords, type OutcomeVerbs } from "#pwa/parts/trading/outcome-words.ts";
import { AddedAssets, TradeCosts } from "#pwa/parts/trading/trade-costs.tsx";
import { isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";

interface TradeSheetProps<Check extends TradeCheck> {
  readonly title: string;
  /** On the button that confirms. */
  readonly label: string;
  readonly isDangerous?: boolean;
  /** Kept between renders. */
  readonly calls: ConfirmationCalls<Check>;
  readonly verbs: OutcomeVerbs;
  /** All that is signed, in words, above what it costs. */
  readonly renderReview: (check: Check) => ReactNode;
  /** What became of it, in figures. */
  readonly renderReceipt?: (submission: Submission) => ReactNode;
  readonly onClose: () => void;
}

/** The review of an order, its edit or its cancellation: the one confirmation, and what becomes of it. */
export function TradeSheet<Check extends TradeCheck>(props: TradeSheetProps<Check>) {
  const { title, label, isDangerous = false, calls, verbs, renderReview, renderReceipt, onClose } = props;
  const confirmation = useConfirmation(calls, title);
  const { state, checkAgain, confirm } = confirmation;
  const isOnline = useOnline();
  return (
    <Sheet
      onClose={onClose}
      // Once confirmed, closing must not look like taking it back.
      mayClose={state.step !== "sending" && state.step !== "unanswered"}
      title={title}
      footer={
        <ReviewButtons
          label={label}
          isDangerous={isDangerous}
          isHeldBack={isProofMissing(confirmation)}
          onConfirm={() => void confirm()}
          {...{ state, isOnline, onClose, checkAgain }}
        />
      }
    >
      <div className="flex flex-col gap-4">
        {state.step === "tracking" ? (
          <>
            <ReviewOutcome submission={state.submission} words={outcomeWords(verbs, state.submission, isOnline)} />
            {renderReceipt?.(state.submission)}
          </>
        ) : (
          <>
            <ReviewStanding state={state} />
            {"check" in state ? (
              <>
                {renderReview(state.check)}
                <AddedAssets check={state.check} />
                <TradeCosts check={state.check} />
                <TradeProof confirmation={confirmation} />
              </>
            ) : null}
            {isOnline ? null : <Notice tone="warn">You are offline. This needs a connection.</Notice>}
          </>
        )}
      </div>
    </Sheet>
  );
}
