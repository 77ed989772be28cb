import type { BookLevelRow, PoolState } from "#schemas/market-data.ts";
import type { LadderOffer } from "#schemas/market-making.ts";
import { type Exact, exactOf, middleOf } from "#schemas/market-maker/prices.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { type Price, parseAmount } from "#schemas/values/money.ts";
import { priceText, worthAt } from "#schemas/values/price.ts";

/** What of a book others offer at best; null where a side has nothing of others. */
export interface OthersBest {
  readonly bid: Price | null;
  readonly ask: Price | null;
}

/** A side of a book, the best first. */
type Side = readonly BookLevelRow[];

/** The best offers of a book without one's own, as far as those are known. */
export function othersBest(bids: Side, asks: Side, own: readonly LadderOffer[]): OthersBest {
  return { bid: bestOf(bids, own, "buy"), ask: bestOf(asks, own, "sell") };
}

function bestOf(levels: Side, own: readonly LadderOffer[], side: LadderOffer["side"]): Price | null {
  const level = levels.find(([n, d, volume]) => BigInt(volume.replace(".", "")) > givenAt(own, side, { n, d }));
  return level === undefined ? null : { n: level[0], d: level[1] };
}

/** What one's own offers give at a price, in stroops of base for asks and of quote for bids, a stroop each above: theirs are rounded. */
function givenAt(own: readonly LadderOffer[], side: LadderOffer["side"], { n, d }: Price): bigint {
  const text = priceText(BigInt(n), BigInt(d));
  return own.reduce((sum, offer) => {
    if (offer.side !== side || offer.price !== text) return sum;
    const amount = parseAmount(offer.amount);
    return sum + (side === "sell" ? amount : (worthAt(amount, offer.price, "up") ?? 0n)) + 1n;
  }, 0n);
}

/** Halfway between the best offers of others; null where one side has none. */
export function middleOfOthers({ bid, ask }: OthersBest): Exact | null {
  return bid === null || ask === null ? null : middleOf(bid, ask);
}

/** What a pool of the ledger exchanges at, in `quote` for one of the other asset; null for an empty one. */
export function priceOfPool(pool: PoolState | null, quote: string): Exact | null {
  if (pool === null) return null;
  const [a, b] = [parseAmount(pool.reserveA), parseAmount(pool.reserveB)];
  if (a === 0n || b === 0n) return null;
  return assetKeyOf(pool.assetB) === quote ? { n: b, d: a } : { n: a, d: b };
}

export function numberOf(price: Price | null): number | null {
  return price === null ? null : Number(priceText(BigInt(price.n), BigInt(price.d)) ?? "NaN");
}

/** As it is written; null for what cannot be. */
export function textOf(price: Exact | null): string | null {
  return price === null ? null : priceText(price.n, price.d);
}

/** Of an offer's exact price. */
export function ladderPrice(price: Price): string {
  return textOf(exactOf(price)) ?? "0";
}
