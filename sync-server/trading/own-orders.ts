import { AppError } from "#schemas/errors.ts";
import { parseAmount, type Price } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import { type AssetName, assetOfKey, isSameAsset } from "#server/platform/network/assets.ts";
import { isTradeStep, type TradeStep } from "#server/platform/submissions/trade-steps.ts";
import type { Records } from "./account-records.ts";
import type { TradedPair } from "./offer-step.ts";
import type { OfferTerms } from "./offer-terms.ts";

/** One's own offer that stands, or is about to, on the other side of a market. */
interface OwnOffer {
  readonly offerId: string;
  readonly side: "buy" | "sell";
  /** Units of the quote asset for one of the base asset. */
  readonly price: Price;
}

/**
 * Refuses an order that would come to an order of one's own: the network lets nobody trade with themselves, and would refuse
 * it as soon as nothing better stands before. `replaced` is the offer that makes way for it.
 */
export function refuseOwnInTheWay(
  { open, underWay }: Records,
  pair: TradedPair,
  offers: readonly OfferTerms[],
  replaced = "",
): AppError[] {
  const others = [...open.flatMap((row) => openOffer(row, pair)), ...underWay.flatMap((step) => stepOffer(step, pair))];
  const inTheWay = others.find((own) => own.offerId !== replaced && offers.some((offer) => meets(offer, own)));
  if (!inTheWay) return [];
  const { side, price } = inTheWay;
  return [
    new AppError("order-crosses-own", {
      side,
      price: priceText(BigInt(price.n), BigInt(price.d)) ?? `${price.n}/${price.d}`,
    }),
  ];
}

/** At the same price a passive order lets the other one stand. */
function meets(offer: OfferTerms, own: OwnOffer): boolean {
  if (offer.side === own.side) return false;
  const [bid, ask] = offer.side === "buy" ? [offer.price, own.price] : [own.price, offer.price];
  const difference = BigInt(bid.n) * BigInt(ask.d) - BigInt(ask.n) * BigInt(bid.d);
  return offer.kind === "passive" ? difference > 0n : difference >= 0n;
}

function openOffer(row: OrderDocument, pair: TradedPair): OwnOffer[] {
  return seenFrom(pair, assetOfKey(row.base), assetOfKey(row.quote), row.side, row.price, row.offerId);
}

function stepOffer(step: Records["underWay"][number], pair: TradedPair): OwnOffer[] {
  if (!isTradeStep(step)) return [];
  if (step.type === "manage_buy_offer")
    return seenFrom(pair, step.buying, step.selling, "buy", step.price, step.offerId);
  if (step.type === "manage_sell_offer")
    return seenFrom(pair, step.selling, step.buying, "sell", step.price, step.offerId);
  if (step.type === "create_passive_sell_offer")
    return seenFrom(pair, step.selling, step.buying, "sell", step.price, "");
  return [];
}

/** The same offer from the other side has its price turned round; one of another market is none. */
function seenFrom(
  pair: TradedPair,
  base: AssetName,
  quote: AssetName,
  side: OwnOffer["side"],
  price: Price,
  offerId: string,
): OwnOffer[] {
  if (isSameAsset(base, pair.base) && isSameAsset(quote, pair.quote)) return [{ offerId, side, price }];
  if (!isSameAsset(base, pair.quote) || !isSameAsset(quote, pair.base)) return [];
  return [{ offerId, side: side === "buy" ? "sell" : "buy", price: { n: price.d, d: price.n } }];
}

/** What an open order gives and takes, of which asset. */
export function sidesOf({ side, base, quote }: OrderDocument): {
  readonly given: AssetName;
  readonly taken: AssetName;
} {
  const [given, taken] = side === "sell" ? [base, quote] : [quote, base];
  return { given: assetOfKey(given), taken: assetOfKey(taken) };
}

/** What an open order gives, in stroops. */
export function offeredBy({ offered }: OrderDocument): bigint {
  return parseAmount(offered);
}

/** Whether an operation under way names this offer. */
export function isUnderWay({ underWay }: Records, offerId: string, types: readonly TradeStep["type"][]): boolean {
  return underWay.some(
    (step) => isTradeStep(step) && "offerId" in step && step.offerId === offerId && types.includes(step.type),
  );
}
