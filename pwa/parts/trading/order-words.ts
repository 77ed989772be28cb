import { t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { StandingKind } from "#schemas/standing-orders.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import type { OrderKind, OrderSide, OrderState, OrderTerms } from "#schemas/trading.ts";
import type { Segment } from "#pwa/ui/segments.tsx";
import { what } from "#pwa/parts/confirming/what-words.ts";

export const KIND_NAMES: Readonly<Record<OrderKind, string>> = {
  get limit() {
    return t({ message: "Limit", context: "kind of order" });
  },
  get market() {
    return t({ message: "Market", context: "kind of order" });
  },
  get passive() {
    return t({ message: "Passive", context: "kind of order" });
  },
  get scaled() {
    return t({ message: "Scaled", context: "kind of order" });
  },
};

/** The same within a line. */
export const KINDS_IN_LINE: Readonly<Record<OrderKind, string>> = {
  get limit() {
    return t({ message: "limit", context: "kind of order" });
  },
  get market() {
    return t({ message: "market", context: "kind of order" });
  },
  get passive() {
    return t({ message: "passive", context: "kind of order" });
  },
  get scaled() {
    return t({ message: "scaled", context: "kind of order" });
  },
};

/** What each kind does, in a sentence. */
export const KIND_WORDS: Readonly<Record<OrderKind, string>> = {
  get limit() {
    return t`Trades at your price or better. What is left waits in the book until it is filled or you cancel it.`;
  },
  get market() {
    return t`Trades all of it at once, at your bound or better on average, or nothing at all.`;
  },
  get passive() {
    return t`Takes nothing that is offered at your very price: it waits there beside it.`;
  },
  get scaled() {
    return t`Several limit orders of the same size, evenly spaced between two prices.`;
  },
};

/** Kinds that wait for a price or a time, in few letters. */
export const STANDING_KINDS = [
  {
    value: "stop-limit",
    get label() {
      return t({ message: "Stop", context: "kind of standing order, in few letters" });
    },
  },
  {
    value: "take-profit",
    get label() {
      return t({ message: "Profit", context: "kind of standing order, in few letters" });
    },
  },
  {
    value: "trailing-stop",
    get label() {
      return t({ message: "Trail", context: "kind of standing order, in few letters" });
    },
  },
  { value: "oco", label: "OCO" },
  { value: "twap", label: "TWAP" },
  {
    value: "recurring",
    get label() {
      return t({ message: "Repeat", context: "kind of standing order, in few letters" });
    },
  },
] as const satisfies readonly Segment<StandingKind>[];

/** What each kind does, in a sentence. */
export const STANDING_WORDS: Readonly<Record<StandingKind, string>> = {
  get "stop-limit"() {
    return t`Stop-limit: waits until the price has moved against you as far as you say, then places a limit order.`;
  },
  get "take-profit"() {
    return t`Take-profit: waits until the price is as good as you say, then places a limit order.`;
  },
  get "trailing-stop"() {
    return t`Trailing stop: follows the price while it moves your way, then places a limit order once it turns back as far as you say.`;
  },
  get oco() {
    return t`One cancels the other (OCO): a stop and a take-profit for the same amount. The first price that is reached places its limit order, and the other ends.`;
  },
  get twap() {
    return t`Time-weighted (TWAP): trades an amount in equal parts, one after another, each at your worst price or better.`;
  },
  get recurring() {
    return t`Recurring buy: buys for the same amount every day, week or month.`;
  },
};

export const STATE_NAMES: Readonly<Record<OrderState, string>> = {
  get open() {
    return t({ message: "Open", context: "state of an order" });
  },
  get filled() {
    return t({ message: "Filled", context: "state of an order" });
  },
  get cancelled() {
    return t({ message: "Cancelled", context: "state of an order" });
  },
  get removed() {
    return t`Removed by the network`;
  },
};

/** Both sides with their colours; the words stand beside them always. */
export const SIDES = [
  {
    value: "buy",
    get label() {
      return t`Buy`;
    },
    look: "has-checked:bg-up has-checked:text-ground",
  },
  {
    value: "sell",
    get label() {
      return t`Sell`;
    },
    look: "has-checked:bg-down has-checked:text-ground",
  },
] as const satisfies readonly Segment<OrderSide>[];

export function verbOf(side: OrderSide): string {
  return side === "buy" ? t`Buy` : t`Sell`;
}

/** What is confirmed with an order, as it is kept. */
export function orderWhat(terms: Pick<OrderTerms, "side" | "amount" | "base" | "quote">): string {
  return what(terms.side, { amount: terms.amount, base: codeOf(terms.base), quote: codeOf(terms.quote) });
}

/** An offer as it stands in the book. */
export interface Offered {
  readonly side: OrderSide;
  /** As text, with the codes of both assets. */
  readonly amount: string;
  readonly base: string;
  readonly price: string;
  readonly quote: string;
}

/** "Buy 100 XLM at 0.25 USDC". */
export function offerWords({ side, amount, base, price, quote }: Offered): string {
  return side === "buy"
    ? t`Buy ${amount} ${base} at ${price} ${quote}`
    : t`Sell ${amount} ${base} at ${price} ${quote}`;
}

/** The asset that leaves the account. */
export function spentAsset(side: OrderSide, { base, quote }: PairQuery): string {
  return side === "buy" ? quote : base;
}
