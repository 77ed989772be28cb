import { type Exact, isApart, middleOf } from "#schemas/market-maker/prices.ts";
import type { ReadPool } from "#schemas/market-maker/terms.ts";
import { AppError } from "#schemas/errors.ts";
import { atPrice, type Price } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import { type MarketSides, reservesOf } from "#server/markets/index.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";

/** The best offers of a pair, quote for one base. */
export interface Best {
  readonly bid: Price | null;
  readonly ask: Price | null;
}

/** A price that a ladder may stand around, or why there is none; and the middle of the market itself, null where it has none. */
export type Referred = { readonly market: Exact | null } & (
  | { readonly price: Exact; readonly refusal: null }
  | { readonly price: null; readonly refusal: AppError }
);

interface Offered {
  readonly amount: bigint;
  readonly price: Price;
}

/** A price by name may be so far from the market at least, in millionths: 5 percent. */
const LEAST_APART_PPM = 50_000n;

/**
 * The best offers of a pair that are not of these accounts (G...) and of so much base at `least`, in stroops. Throws `market-building` where the market is not known as of now.
 */
export function bestOf(
  sides: MarketSides,
  { base, quote }: Pick<ReadPool, "base" | "quote">,
  without: ReadonlySet<string>,
  least = 0n,
): Best {
  const [given, got] = [assetOfKey(base), assetOfKey(quote)];
  const [asks, bids] = [sides.known(got, given), sides.known(given, got)];
  if (!asks || !bids) throw new AppError("market-building");
  const first = (offers: typeof asks.offers, ofBase: (offer: Offered) => bigint): Price | null => {
    for (const offer of offers()) if (!without.has(offer.seller) && ofBase(offer) >= least) return offer.price;
    return null;
  };
  const ask = first(asks.offers, ({ amount }) => amount);
  const bid = first(bids.offers, ({ amount, price }) => atPrice(amount, price, "down"));
  return { ask, bid: bid && { n: bid.d, d: bid.n } };
}

/**
 * What the ladder of a pool stands around now, which its own offers have no part in: nobody can be led by their own. Throws like {@link bestOf}.
 */
export function referenceOf(sides: MarketSides, pool: ReadPool, without: ReadonlySet<string>): Referred {
  // What is less than the smallest offer of the pool's own moves no ladder: it would cost nobody anything.
  const best = bestOf(sides, pool, without, pool.minSize);
  const middle = best.bid && best.ask ? middleOf(best.bid, best.ask) : null;
  const price = priceBy(sides, pool, without, middle);
  if (!price) return { price: null, market: middle, refusal: new AppError("market-reference-missing") };
  const most = pool.marginPpm > LEAST_APART_PPM ? pool.marginPpm : LEAST_APART_PPM;
  if (pool.reference.kind === "mid" || !middle || !isApart(price, middle, most))
    return { price, market: middle, refusal: null };
  const facts = { reference: textOf(price), market: textOf(middle) };
  return { price: null, market: middle, refusal: new AppError("market-sources-apart", facts) };
}

function priceBy(sides: MarketSides, pool: ReadPool, without: ReadonlySet<string>, middle: Exact | null): Exact | null {
  const { reference } = pool;
  switch (reference.kind) {
    case "fixed":
      return pool.targetPrice;
    case "mid":
      return middle;
    case "pair": {
      const { bid, ask } = bestOf(sides, reference, without, pool.minSize);
      return bid && ask ? middleOf(bid, ask) : null;
    }
    case "pool":
      return poolPrice(sides, pool);
  }
}

function poolPrice(sides: MarketSides, { base, quote }: ReadPool): Exact | null {
  const [given, got] = [assetOfKey(base), assetOfKey(quote)];
  const pool = sides.known(given, got)?.pool ?? null;
  if (!pool) return null;
  const { to, from } = reservesOf(pool, given);
  return to > 0n && from > 0n ? { n: from, d: to } : null;
}

/** A price as it is stored and told. */
export function textOf({ n, d }: Exact): string {
  return priceText(n, d) ?? "0";
}
