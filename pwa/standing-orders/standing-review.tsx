import { t } from "@lingui/core/macro";
import { useEffect, useMemo } from "react";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import type { StandingReviewProps } from "#pwa/parts/trading/standing-parts.ts";
import type { StandingCheckOutput, StandingTerms } from "#schemas/standing-orders.ts";
import { STANDING_ORDERS_ENDPOINTS } from "#schemas/endpoints/standing-orders.ts";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { PlacedOrder } from "./placed-order.tsx";
import { ReviewedTerms } from "./reviewed-terms.tsx";
import { standingWhat } from "./standing-words.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";
import { whatWords } from "#pwa/parts/confirming/what-words.ts";

/** The review of a standing order: when it acts, what it then does and costs, and what may keep it from that. */
export function StandingReview({ terms, onConfirmed, onClose }: StandingReviewProps) {
  const calls = useMemo(
    (): ConfirmationCalls<StandingCheckOutput> => ({
      look: (signal) => call(STANDING_ORDERS_ENDPOINTS.checkStandingOrder, { body: terms, signal }),
      confirm: async (check, idempotencyKey, proof) => {
        const placed = await call(STANDING_ORDERS_ENDPOINTS.placeStandingOrder, {
          body: { order: terms, ...confirmationOf(check, idempotencyKey, proof) },
        });
        onConfirmed();
        return { placed };
      },
    }),
    [terms, onConfirmed],
  );
  const named = standingWhat(terms);
  const confirmation = useConfirmation(calls, named);
  const { state, idempotencyKey, learn } = confirmation;
  // An order is called by the key that it was confirmed with: where the answer got lost, its row is the answer.
  const { row } = useRow("durable_orders", idempotencyKey);
  useEffect(() => {
    if (row !== null) learn({ placed: { uid: row.uid, state: row.state } });
  }, [row, learn]);
  return (
    <ReviewSheet
      label={confirmLabel(terms)}
      isHeldBack={isProofMissing(confirmation)}
      renderPlaced={({ uid }) => <PlacedOrder terms={terms} uid={uid} />}
      title={whatWords(named)}
      {...{ confirmation, onClose }}
    >
      {"check" in state ? <ReviewedTerms terms={terms} check={state.check} /> : null}
      <TradeProof confirmation={confirmation} />
    </ReviewSheet>
  );
}

function confirmLabel(terms: StandingTerms): string {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
    case "oco":
      return terms.side === "buy" ? t`Confirm and wait to buy` : t`Confirm and wait to sell`;
    case "trailing-stop":
      return terms.side === "buy" ? t`Confirm and follow to buy` : t`Confirm and follow to sell`;
    case "twap":
      return terms.side === "buy" ? t`Confirm and buy in parts` : t`Confirm and sell in parts`;
    case "recurring":
      return t`Confirm and buy regularly`;
  }
}
