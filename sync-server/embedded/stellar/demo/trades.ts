import type { AssetWire, OfferEntryWire, OperationWire } from "@stellar/stellar-sdk/xdr";
import type { Actor } from "./cast.ts";
import { PRICE_UNITS } from "./grid.ts";
import type { Random } from "./random.ts";
import { PRICE_SCALE } from "./walk.ts";

type Body = OperationWire["body"];

/** A trade that somebody wants: `middle` is the counter asset for one base, times the price scale. */
export interface Wish {
  readonly base: AssetWire;
  readonly counter: AssetWire;
  readonly isBuying: boolean;
  /** Stroops of the base asset. */
  readonly amount: bigint;
  readonly middle: bigint;
}

/** How much worse than the middle a trader accepts, in hundredths. */
const SLIPPAGE = 2n;
/** A pool is traded back once its price is this many millionths away, to within the fee that the trade costs. */
const POOL_TOLERANCE = 8000n;
const POOL_FEE = 3000n;

/** An order or, one time in four, a swap, which takes the better of book and pool. */
export function orderFor(wish: Wish, trader: Actor, random: Random): Body {
  if (random.whole(4) === 0) return swapFor(wish, trader);
  const { base, counter, isBuying, amount, middle } = wish;
  const limit = isBuying ? 100n + SLIPPAGE : 100n - SLIPPAGE;
  const price = { n: Number((middle * limit * BigInt(PRICE_UNITS)) / (100n * PRICE_SCALE)), d: PRICE_UNITS };
  return isBuying
    ? { type: 12, manageBuyOfferOp: { selling: counter, buying: base, buyAmount: amount, price, offerId: 0n } }
    : { type: 3, manageSellOfferOp: { selling: base, buying: counter, amount, price, offerId: 0n } };
}

/** A swap of a trader's own, through the better of book and pool. */
export function swapFor({ base, counter, isBuying, amount, middle }: Wish, trader: Actor): Body {
  const value = (amount * middle) / PRICE_SCALE;
  const [sendAsset, sendAmount, destAsset, worth] = isBuying
    ? [counter, value, base, amount]
    : [base, amount, counter, value];
  const destination = { type: 0, ed25519: trader.id.ed25519 } as const;
  const destMin = (worth * (100n - SLIPPAGE)) / 100n;
  return { type: 13, pathPaymentStrictSendOp: { sendAsset, sendAmount, destination, destAsset, destMin, path: [] } };
}

/** The swap that brings a pool back to the price of the books; undefined where it is near enough. */
export function poolWish(
  reserves: { readonly base: bigint; readonly counter: bigint },
  wish: Pick<Wish, "base" | "counter" | "middle">,
): Wish | undefined {
  const price = (reserves.counter * PRICE_SCALE) / reserves.base;
  const distance = ((price - wish.middle) * 1_000_000n) / wish.middle;
  const size = distance < 0n ? -distance : distance;
  if (size <= POOL_TOLERANCE) return undefined;
  // Half of the distance, since both reserves of a pool move; a sudden jump is caught up with in several trades.
  const share = (size < 40_000n ? size - POOL_FEE : 37_000n) / 2n;
  return { ...wish, isBuying: distance < 0n, amount: (reserves.base * share) / 1_000_000n };
}

/** Takes an order out of the book. */
export function cancel({ selling, buying, offerId }: OfferEntryWire): Body {
  return { type: 3, manageSellOfferOp: { selling, buying, amount: 0n, price: { n: 1, d: 1 }, offerId } };
}
