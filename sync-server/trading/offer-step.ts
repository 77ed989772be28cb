import type { AssetName } from "#server/platform/network/assets.ts";
import type { TradeStep } from "#server/platform/submissions/trade-steps.ts";
import type { OfferTerms } from "./offer-terms.ts";

/** Two assets in the order in which prices are told: units of `quote` for one of `base`. */
export interface TradedPair {
  readonly base: AssetName;
  readonly quote: AssetName;
}

/** The offer of a number that makes a new one. */
export const NEW_OFFER = "0";

/** The operation that carries an offer out; `offerId` names one that is in the book already. */
export function offerStep(
  source: string,
  { base, quote }: TradedPair,
  terms: OfferTerms,
  offerId = NEW_OFFER,
): TradeStep {
  const { kind, side, price, gives, asked } = terms;
  const placedAs = { kind, side };
  if (kind === "market") return marketStep(source, { base, quote }, terms);
  if (side === "sell") {
    const sold = { source, selling: base, buying: quote, amount: String(gives), price, placedAs };
    return kind === "passive" && offerId === NEW_OFFER
      ? { type: "create_passive_sell_offer", ...sold }
      : { type: "manage_sell_offer", ...sold, offerId };
  }
  const turned = { n: price.d, d: price.n };
  const paid = { source, selling: quote, buying: base, amount: String(gives), price: turned, placedAs };
  if (kind === "passive")
    return offerId === NEW_OFFER
      ? { type: "create_passive_sell_offer", ...paid }
      : { type: "manage_sell_offer", ...paid, offerId };
  return { type: "manage_buy_offer", ...paid, amount: String(asked), price, offerId };
}

function marketStep(source: string, { base, quote }: TradedPair, { kind, side, gives, takes }: OfferTerms): TradeStep {
  const amounts = { sendAmount: String(gives), receiveAmount: String(takes) };
  const payment = { source, path: [], ...amounts, placedAs: { kind, side } };
  return side === "sell"
    ? { type: "path_payment_strict_send", ...payment, send: base, receive: quote }
    : { type: "path_payment_strict_receive", ...payment, send: quote, receive: base };
}
