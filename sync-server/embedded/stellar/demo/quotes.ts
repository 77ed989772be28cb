import type { AssetWire, OfferEntryWire, OperationWire } from "@stellar/stellar-sdk/xdr";
import { mulDiv } from "#schemas/values/money.ts";
import { sameAsset } from "#server/embedded/stellar/ledger/keys.ts";
import type { Pair } from "./assets.ts";
import { PRICE_UNITS } from "./grid.ts";
import type { PriceGrid } from "./grid.ts";

/** An amount of the base asset (in stroops) to stand in the book at a price of `units` / {@link PRICE_UNITS}. */
export interface Quote {
  readonly units: number;
  readonly amount: bigint;
}

/** Both sides of a book, best first. */
export interface Quotes {
  readonly asks: readonly Quote[];
  readonly bids: readonly Quote[];
}

/** What a maker may promise on either side, in stroops. */
export interface Budget {
  readonly base: bigint;
  readonly counter: bigint;
}

/** Quotes to both sides of a step of the grid, as many as the budget pays for. */
export function quotesAround(grid: PriceGrid, center: number, pair: Pair, levels: number, budget: Budget): Quotes {
  const side = (direction: 1 | -1) =>
    Array.from({ length: levels }, (_, level) => {
      const step = center + direction * (level + 1);
      return { units: grid.units(step), amount: levelAmount(pair, level, step) };
    });
  return {
    asks: affordable(side(1), budget.base, ({ amount }) => amount),
    bids: affordable(side(-1), budget.counter, costOf),
  };
}

/** What a bid promises of the counter asset, in stroops. */
export function costOf({ units, amount }: Quote): bigint {
  return mulDiv(amount, BigInt(units), BigInt(PRICE_UNITS), "up");
}

/** More further out, and never quite the same, as in a book that people keep. */
function levelAmount({ levelAmount: first }: Pair, level: number, step: number): bigint {
  const variation = BigInt(80 + ((step * 37) % 41));
  return (first * BigInt(6 + level) * variation) / 600n;
}

function affordable(quotes: readonly Quote[], budget: bigint, cost: (quote: Quote) => bigint): Quote[] {
  let left = budget;
  const chosen: Quote[] = [];
  for (const quote of quotes) {
    left -= cost(quote);
    if (left < 0n) break;
    chosen.push(quote);
  }
  return chosen;
}

interface Standing extends Quote {
  readonly offerId: bigint;
}

type Body = OperationWire["body"];

/**
 * The operations that turn a maker's offers into the wanted quotes. Offers at a wanted price stay while at least half of
 * them is left; others move. The side that the price runs towards gives way first, so that no offer meets one of its own.
 */
export function requote(
  offers: readonly OfferEntryWire[],
  quotes: Quotes,
  base: AssetWire,
  counter: AssetWire,
): Body[] {
  const asks = offers.filter((offer) => sameAsset(offer.selling, base) && sameAsset(offer.buying, counter));
  const bids = offers.filter((offer) => sameAsset(offer.selling, counter) && sameAsset(offer.buying, base));
  const standingAsks = asks.map(({ offerId, price, amount }) => {
    return { offerId, units: price.d === PRICE_UNITS ? price.n : 0, amount };
  });
  const standingBids = bids.map(({ offerId, price, amount }) => {
    // The ledger keeps a buy offer as one that sells the counter asset, at the inverse price.
    return { offerId, units: price.n === PRICE_UNITS ? price.d : 0, amount: atInverse(amount, price) };
  });
  const ask = (offerId: bigint, { units, amount }: Quote): Body => ({
    type: 3,
    manageSellOfferOp: { selling: base, buying: counter, amount, price: { n: units, d: PRICE_UNITS }, offerId },
  });
  const bid = (offerId: bigint, { units, amount }: Quote): Body => ({
    type: 12,
    manageBuyOfferOp: {
      selling: counter,
      buying: base,
      buyAmount: amount,
      price: { n: units, d: PRICE_UNITS },
      offerId,
    },
  });
  const askChanges = changes(standingAsks, quotes.asks, ask);
  const bidChanges = changes(standingBids, quotes.bids, bid);
  const lowestAsk = standingAsks.reduce((lowest, { units }) => Math.min(lowest, units), Number.MAX_SAFE_INTEGER);
  const isRising = (quotes.asks[0]?.units ?? 0) > lowestAsk;
  return isRising ? [...askChanges, ...bidChanges] : [...bidChanges, ...askChanges];
}

function changes(
  standing: readonly Standing[],
  wanted: readonly Quote[],
  body: (offerId: bigint, quote: Quote) => Body,
): Body[] {
  const byUnits = new Map(standing.map((offer) => [offer.units, offer]));
  const spare = new Set(standing);
  const open: { quote: Quote; offerId: bigint }[] = [];
  for (const quote of wanted) {
    const known = byUnits.get(quote.units);
    if (known) spare.delete(known);
    if (!known || known.amount * 2n < quote.amount) open.push({ quote, offerId: known?.offerId ?? 0n });
  }
  const free = [...spare];
  const moved = open.map(({ quote, offerId }) => body(offerId === 0n ? (free.shift()?.offerId ?? 0n) : offerId, quote));
  const deleted = free.map(({ offerId }) => body(offerId, { units: PRICE_UNITS, amount: 0n }));
  return [...deleted, ...moved];
}

function atInverse(amount: bigint, price: { readonly n: number; readonly d: number }): bigint {
  return mulDiv(amount, BigInt(price.n), BigInt(price.d), "down");
}
