import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { ReviewButtons, ReviewOutcome, ReviewStanding } from "#pwa/parts/confirming/review-parts.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { comparablePrice } from "#pwa/parts/trading/comparable-price.ts";
import { confirmationOf, type TradeCheck } from "#pwa/parts/trading/agreed.ts";
import { type OutcomeVerbs, outcomeWords } from "#pwa/parts/trading/outcome-words.ts";
import { TakenBack } from "#pwa/parts/trading/taken-back.tsx";
import { AddedAssets, TradeCosts } from "#pwa/parts/trading/trade-costs.tsx";
import { GivenAway, isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import type { OrderCancelCheckOutput, OrderCheckOutput, OrderSide } from "#schemas/trading.ts";
import { what, whatWords } from "#pwa/parts/confirming/what-words.ts";

/** A limit or market order as the plain form takes it down. */
export interface PlainOrder {
  readonly kind: "limit" | "market";
  readonly side: OrderSide;
  readonly base: string;
  readonly quote: string;
  readonly amount: string;
  readonly price: string;
}

interface PlaceProps {
  readonly order: PlainOrder;
  readonly onClose: () => void;
}

/** What an order comes to, its one confirmation, and what became of it. */
export function PlaceReview({ order, onClose }: PlaceProps) {
  const base = codeOf(order.base);
  const confirmation = useConfirmation(
    useMemo(() => placeCalls(order), [order]),
    what(order.side === "buy" ? "plain-buy" : "plain-sell", { base }),
  );
  const { state } = confirmation;
  return (
    <PlainReview
      {...{ confirmation, onClose }}
      title={t`Check the order`}
      label={order.side === "buy" ? t`Confirm and buy ${base}` : t`Confirm and sell ${base}`}
      verbs={PLACE_VERBS}
    >
      {"check" in state
        ? state.check.offers.map((offer) => <p key={offer.priceText}>{offerWords(order, offer)}</p>)
        : null}
    </PlainReview>
  );
}

function offerWords(order: PlainOrder, { amount, priceText, total }: OrderCheckOutput["offers"][number]): string {
  const [base, quote] = [codeOf(order.base), codeOf(order.quote)];
  const what = `${formatAmountText(amount)} ${base}`;
  const price = `${comparablePrice(priceText)} ${quote}`;
  const sum = `${formatAmountText(total)} ${quote}`;
  const deal =
    order.side === "buy"
      ? t`Buy ${what} at ${price} for one ${base}: pay at most ${sum}.`
      : t`Sell ${what} at ${price} for one ${base}: receive at least ${sum}.`;
  const rest =
    order.kind === "market"
      ? t`All of it at once, at this price or better on average, or nothing.`
      : t`What nobody takes at once stays in the book.`;
  return `${deal} ${rest}`;
}

interface CancelProps {
  readonly offerId: string;
  /** The order in words. */
  readonly words: string;
  readonly onClose: () => void;
}

const CANCELLING = what("plain-cancel");

/** The same for cancelling an open order. */
export function CancelReview({ offerId, words, onClose }: CancelProps) {
  const confirmation = useConfirmation(
    useMemo(() => cancelCalls(offerId), [offerId]),
    CANCELLING,
  );
  return (
    <PlainReview
      {...{ confirmation, onClose }}
      title={whatWords(CANCELLING)}
      label={t`Confirm and cancel it`}
      verbs={CANCEL_VERBS}
    >
      <p>
        <Trans>{words}. What was traded so far stays traded.</Trans>
      </p>
    </PlainReview>
  );
}

const PLACE_VERBS = {
  get done() {
    return t`Taken by the network`;
  },
  doneIn: (ledger: number) => t`Taken by the network in ledger ${ledger}`,
  get notDone() {
    return t`Not placed`;
  },
  get doing() {
    return t`Placing`;
  },
  get doneText() {
    return t`Your open orders and what was traded are below.`;
  },
};
const CANCEL_VERBS = {
  get done() {
    return t({ message: "Cancelled", context: "state of an order" });
  },
  doneIn: (ledger: number) => t({ message: `Cancelled in ledger ${ledger}`, context: "orders" }),
  get notDone() {
    return t`Not cancelled`;
  },
  get doing() {
    return t`Cancelling`;
  },
  get doneText() {
    return t`What it kept aside is yours to spend again.`;
  },
};

interface PlainReviewProps {
  readonly confirmation: ReturnType<typeof useConfirmation<TradeCheck>>;
  readonly title: string;
  readonly label: string;
  readonly verbs: OutcomeVerbs;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A review in the page itself, without a sheet. */
function PlainReview({ confirmation, title, label, verbs, onClose, children }: PlainReviewProps) {
  const { state, checkAgain, confirm } = confirmation;
  const isOnline = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mb-8 flex flex-col gap-3 rounded-md border border-line-strong p-4 text-sm">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {title}
      </h2>
      {state.step === "tracking" ? (
        <ReviewOutcome submission={state.submission} words={outcomeWords(verbs, state.submission, isOnline)} />
      ) : (
        <>
          <ReviewStanding state={state} />
          <GivenAway confirmation={confirmation} />
          {children}
          {"check" in state ? (
            <>
              <TakenBack check={state.check} />
              <AddedAssets check={state.check} />
              <TradeCosts check={state.check} />
              <TradeProof confirmation={confirmation} />
            </>
          ) : null}
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <ReviewButtons
          label={label}
          isHeldBack={isProofMissing(confirmation)}
          onClose={onClose}
          onConfirm={() => void confirm()}
          {...{ state, isOnline, checkAgain }}
        />
      </div>
    </section>
  );
}

function placeCalls(order: PlainOrder): ConfirmationCalls<OrderCheckOutput> {
  return {
    look: (signal) => call(TRADING_ENDPOINTS.checkOrder, { body: order, signal }),
    confirm: (check, idempotencyKey, proof) =>
      call(TRADING_ENDPOINTS.placeOrder, { body: { order, ...confirmationOf(check, idempotencyKey, proof) } }),
  };
}

function cancelCalls(offerId: string): ConfirmationCalls<OrderCancelCheckOutput> {
  const cancel = { which: "these" as const, offerIds: [offerId] };
  return {
    look: (signal) => call(TRADING_ENDPOINTS.checkOrderCancel, { body: cancel, signal }),
    confirm: (check, idempotencyKey, proof) =>
      call(TRADING_ENDPOINTS.cancelOrders, { body: { cancel, ...confirmationOf(check, idempotencyKey, proof) } }),
  };
}
