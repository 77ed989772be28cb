import { AppError } from "#schemas/errors.ts";
import { adjustedOfferAmount, buyOfferLiabilities, offerLiabilities } from "#schemas/values/exchange.ts";
import { ledgerPrice } from "#schemas/values/ledger-price.ts";
import { readPrice } from "#schemas/values/price.ts";
import { atPrice, MAX_STROOPS, type Price } from "#schemas/values/money.ts";
import type { OrderKind, OrderSide, OrderTerms } from "#schemas/trading.ts";
import { baseLeft } from "#server/orders/index.ts";
import { checkAmount } from "#server/wallet/index.ts";

/** A price as a person typed it. */
export interface AskedPrice {
  readonly n: bigint;
  readonly d: bigint;
}

/** An offer, or a payment to oneself, that the network is to be asked for. Amounts in stroops. */
export interface OfferTerms {
  readonly kind: OrderKind;
  readonly side: OrderSide;
  /** Units of the quote asset for one of the base asset. */
  readonly price: Price;
  /** What of the base asset was asked for. */
  readonly asked: bigint;
  /** What of it the network can trade at this price. */
  readonly amount: bigint;
  /** Of the quote asset: the most that is paid, or the least that is received, for the whole amount. */
  readonly total: bigint;
  /** The most that leaves the account, of the base asset where it sells, of the quote asset where it buys. */
  readonly gives: bigint;
  /** What the account must have room for of the other one. */
  readonly takes: bigint;
}

/** Reads a price. Throws `price-malformed`. */
export function readAskedPrice(text: string): AskedPrice {
  const price = readPrice(text.trim());
  if (!price) throw new AppError("price-malformed");
  return price;
}

/** Works out the offers of an order. Throws what is wrong with its amount and its prices, and `order-too-small`. */
export function readOrderTerms(terms: OrderTerms): OfferTerms[] {
  const amount = checkAmount(terms.amount);
  const price = readAskedPrice(terms.price);
  if (terms.kind !== "scaled") return [offerTerms(terms.kind, terms.side, amount, price)];
  const { count } = terms;
  const last = readAskedPrice(terms.priceTo);
  const part = amount / BigInt(count);
  if (part === 0n) throw new AppError("order-too-small");
  const offers = Array.from({ length: count }, (_, index) => {
    const rest = index === 0 ? amount - part * BigInt(count) : 0n;
    return offerTerms("scaled", terms.side, part + rest, between(price, last, BigInt(index), BigInt(count - 1)));
  });
  if (offers.reduce((sum, { total }) => sum + total, 0n) > MAX_STROOPS) throw new AppError("amount-too-large");
  return offers;
}

/** Works out one offer. Throws `price-too-extreme`, `amount-too-large` and `order-too-small`. */
export function offerTerms(kind: OrderKind, side: OrderSide, asked: bigint, at: AskedPrice): OfferTerms {
  const price = ledgerPrice(at, side === "sell" ? "up" : "down");
  if (!price) throw new AppError("price-too-extreme");
  if (atPrice(asked, price, "up") > MAX_STROOPS) throw new AppError("amount-too-large");
  const worked = side === "sell" ? selling(kind, asked, price) : buying(kind, asked, price);
  if (worked.amount === 0n || worked.total === 0n) throw new AppError("order-too-small");
  return { kind, side, price, asked, ...worked };
}

type Worked = Pick<OfferTerms, "amount" | "total" | "gives" | "takes">;

function selling(kind: OrderKind, asked: bigint, price: Price): Worked {
  if (kind === "market") {
    const least = atPrice(asked, price, "up");
    return { amount: asked, total: least, gives: asked, takes: least };
  }
  const amount = adjustedOfferAmount(price, asked, MAX_STROOPS);
  const bound = offerLiabilities(price, asked);
  const takes = larger(bound.buying, atPrice(asked, price, "up"));
  return { amount, total: smaller(bound.buying, atPrice(amount, price, "down")), gives: asked, takes };
}

function buying(kind: OrderKind, asked: bigint, price: Price): Worked {
  const most = atPrice(asked, price, "down");
  if (kind === "market") return { amount: asked, total: most, gives: most, takes: asked };
  // In the book every offer sells, so that its price is turned round.
  const turned = { n: price.d, d: price.n };
  if (kind === "passive") {
    const amount = baseLeft("buy", adjustedOfferAmount(turned, most, MAX_STROOPS), price);
    const takes = larger(offerLiabilities(turned, most).buying, atPrice(most, turned, "up"));
    return { amount: smaller(asked, amount), total: most, gives: most, takes };
  }
  const amount = baseLeft("buy", adjustedOfferAmount(turned, MAX_STROOPS, asked), price);
  const gives = larger(buyOfferLiabilities(turned, asked).selling, atPrice(asked, price, "up"));
  return { amount: smaller(asked, amount), total: gives, gives, takes: asked };
}

/** The price so many of all steps on the way from the first to the last. */
function between(first: AskedPrice, last: AskedPrice, step: bigint, steps: bigint): AskedPrice {
  return {
    n: first.n * last.d * (steps - step) + last.n * first.d * step,
    d: first.d * last.d * steps,
  };
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
