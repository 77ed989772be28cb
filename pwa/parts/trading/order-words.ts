import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import type { StandingKind } from "#schemas/standing-orders.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import type { OrderKind, OrderSide, OrderState, OrderTerms } from "#schemas/trading.ts";
import type { Segment } from "#pwa/ui/segments.tsx";

export const KIND_NAMES: Readonly<Record<OrderKind, string>> = {
  limit: "Limit",
  market: "Market",
  passive: "Passive",
  scaled: "Scaled",
};

/** What each kind does, in a sentence. */
export const KIND_WORDS: Readonly<Record<OrderKind, string>> = {
  limit: "Trades at your price or better. What is left waits in the book until it is filled or you cancel it.",
  market: "Trades all of it at once, at your bound or better on average, or nothing at all.",
  passive: "Takes nothing that is offered at your very price: it waits there beside it.",
  scaled: "Several limit orders of the same size, evenly spaced between two prices.",
};

/** Kinds that wait for a price or a time, in few letters. */
export const STANDING_KINDS = [
  { value: "stop-limit", label: "Stop" },
  { value: "take-profit", label: "Profit" },
  { value: "trailing-stop", label: "Trail" },
  { value: "oco", label: "OCO" },
  { value: "twap", label: "TWAP" },
  { value: "recurring", label: "Repeat" },
] as const satisfies readonly Segment<StandingKind>[];

/** What each kind does, in a sentence. */
export const STANDING_WORDS: Readonly<Record<StandingKind, string>> = {
  "stop-limit": "Stop-limit: waits until the price has moved against you as far as you say, then places a limit order.",
  "take-profit": "Take-profit: waits until the price is as good as you say, then places a limit order.",
  "trailing-stop":
    "Trailing stop: follows the price while it moves your way, then places a limit order once it turns back as far as you say.",
  oco: "One cancels the other (OCO): a stop and a take-profit for the same amount. The first price that is reached places its limit order, and the other ends.",
  twap: "Time-weighted (TWAP): trades an amount in equal parts, one after another, each at your worst price or better.",
  recurring: "Recurring buy: buys for the same amount every day, week or month.",
};

export const STATE_NAMES: Readonly<Record<OrderState, string>> = {
  open: "Open",
  filled: "Filled",
  cancelled: "Cancelled",
  removed: "Removed by the network",
};

/** Both sides with their colours; the words stand beside them always. */
export const SIDES = [
  { value: "buy", label: "Buy", look: "has-checked:bg-up has-checked:text-ground" },
  { value: "sell", label: "Sell", look: "has-checked:bg-down has-checked:text-ground" },
] as const satisfies readonly Segment<OrderSide>[];

export function verbOf(side: OrderSide): string {
  return side === "buy" ? "Buy" : "Sell";
}

/** "Buy 100 XLM with USDC". */
export function titleOf({ side, amount, base, quote }: Pick<OrderTerms, "side" | "amount" | "base" | "quote">): string {
  return `${verbOf(side)} ${formatAmountText(amount)} ${codeOf(base)} ${side === "buy" ? "with" : "for"} ${codeOf(quote)}`;
}

/** The asset that leaves the account. */
export function spentAsset(side: OrderSide, { base, quote }: PairQuery): string {
  return side === "buy" ? quote : base;
}
