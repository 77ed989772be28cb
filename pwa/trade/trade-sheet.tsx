import type { ReactNode } from "react";
import { ReviewOutcome } from "#pwa/parts/confirming/review-parts.tsx";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import type { TradeCheck } from "#pwa/parts/trading/agreed.ts";
import { outcomeWords, type OutcomeVerbs } from "#pwa/parts/trading/outcome-words.ts";
import { TakenBack } from "#pwa/parts/trading/taken-back.tsx";
import { AddedAssets, TradeCosts } from "#pwa/parts/trading/trade-costs.tsx";
import { GivenAway, isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { whatWords } from "#pwa/parts/confirming/what-words.ts";

interface TradeSheetProps<Check extends TradeCheck> {
  /** What is confirmed, as it is kept; it is the title, too. */
  readonly what: string;
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
  const { what, label, isDangerous = false, calls, verbs, renderReview, renderReceipt, onClose } = props;
  const confirmation = useConfirmation(calls, what);
  const { state } = confirmation;
  return (
    <ReviewSheet
      isHeldBack={isProofMissing(confirmation)}
      renderOutcome={(submission, isOnline) => (
        <>
          <ReviewOutcome submission={submission} words={outcomeWords(verbs, submission, isOnline)} />
          {renderReceipt?.(submission)}
        </>
      )}
      title={whatWords(what)}
      {...{ label, isDangerous, confirmation, onClose }}
    >
      {"check" in state ? (
        <>
          <GivenAway confirmation={confirmation} />
          {renderReview(state.check)}
          <TakenBack check={state.check} />
          <AddedAssets check={state.check} />
          <TradeCosts check={state.check} />
          <TradeProof confirmation={confirmation} />
        </>
      ) : null}
    </ReviewSheet>
  );
}
