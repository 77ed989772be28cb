import { useMemo } from "react";
import { ReviewButtons, ReviewStanding } from "#pwa/parts/confirming/review-parts.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { agreedOf } from "#pwa/parts/trading/agreed.ts";
import type { StandingReviewProps } from "#pwa/parts/trading/standing-parts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { DurableCheckOutput, DurableOrderOutput, DurableTerms } from "#schemas/durable-orders.ts";
import { DURABLE_ORDERS_ENDPOINTS } from "#schemas/endpoints/durable-orders.ts";
import { type PlacingCalls, usePlacing } from "#pwa/parts/confirming/use-placing.ts";
import { PlacedOrder } from "./placed-order.tsx";
import { ReviewedTerms } from "./reviewed-terms.tsx";
import { standingTitle } from "./standing-words.ts";

/** The review of a standing order: when it acts, what it then does and costs, and what may keep it from that. */
export function StandingReview({ terms, onConfirmed, onClose }: StandingReviewProps) {
  const calls = useMemo(
    (): PlacingCalls<DurableCheckOutput, DurableOrderOutput> => ({
      look: (signal) => call(DURABLE_ORDERS_ENDPOINTS.checkDurableOrder, { body: terms, signal }),
      confirm: async (check, idempotencyKey) => {
        const answer = await call(DURABLE_ORDERS_ENDPOINTS.placeDurableOrder, {
          body: { order: terms, agreed: agreedOf(check), idempotencyKey },
        });
        onConfirmed();
        return answer;
      },
    }),
    [terms, onConfirmed],
  );
  const { state, idempotencyKey, placed, checkAgain, confirm } = usePlacing(calls);
  // An order is called by the key that it was confirmed with: where the answer got lost, its row is the answer.
  const { row } = useRow("durable_orders", idempotencyKey);
  const uid = placed?.uid ?? row?.uid ?? null;
  const isOnline = useOnline();
  return (
    <Sheet
      onClose={onClose}
      // Once confirmed, closing must not look like taking it back.
      mayClose={uid !== null || (state.step !== "sending" && state.step !== "unanswered")}
      title={standingTitle(terms)}
      footer={
        uid === null ? (
          <ReviewButtons
            label={confirmLabel(terms)}
            onConfirm={() => void confirm()}
            {...{ state, isOnline, onClose, checkAgain }}
          />
        ) : (
          <Button onClick={onClose}>Done</Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {uid === null ? (
          <>
            <ReviewStanding state={state} />
            {"check" in state ? <ReviewedTerms terms={terms} check={state.check} /> : null}
            {isOnline ? null : <Notice tone="warn">You are offline. This needs a connection.</Notice>}
          </>
        ) : (
          <PlacedOrder terms={terms} uid={uid} />
        )}
      </div>
    </Sheet>
  );
}

function confirmLabel(terms: DurableTerms): string {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return `Confirm and wait to ${terms.side}`;
    case "twap":
      return `Confirm and ${terms.side} in parts`;
    case "recurring":
      return "Confirm and buy regularly";
  }
}
