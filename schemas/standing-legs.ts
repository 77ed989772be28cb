import type { KeptTerms, StandingTerms } from "./standing-orders.ts";
import { limitAt, triggerAt } from "./values/trailing.ts";

/** Orders that wait for a price. */
export type PriceTerms = Extract<
  StandingTerms,
  { readonly kind: "stop-limit" | "take-profit" | "trailing-stop" | "oco" }
>;
/** What one of them comes to as the market stands: a trigger, and the limit order that it places. */
export type Leg = Extract<StandingTerms, { readonly kind: "stop-limit" | "take-profit" }>;

/** Whether a price decides when it runs, and not the clock. */
export function isByPrice(terms: KeptTerms): terms is PriceTerms {
  return ["stop-limit", "take-profit", "trailing-stop", "oco"].includes(terms.kind);
}

/**
 * What an order waits for, `mark` being the best price that a trailing stop saw. Where two are reached at once the first is meant: the
 * stop, since it guards against a loss. None of a trailing stop that does not follow yet.
 */
export function legsOf(terms: PriceTerms, mark: string | null): readonly Leg[] {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return [terms];
    case "trailing-stop": {
      if (mark === null) return [];
      const { trail: _trail, limitOffset: _offset, activationPrice: _activation, ...common } = terms;
      const triggerPrice = triggerAt(terms, mark);
      return [{ ...common, kind: "stop-limit", triggerPrice, price: limitAt(terms, triggerPrice) }];
    }
    case "oco": {
      const { profitTrigger, profitPrice, ...stop } = terms;
      return [
        { ...stop, kind: "stop-limit" },
        { ...stop, kind: "take-profit", triggerPrice: profitTrigger, price: profitPrice },
      ];
    }
  }
}
