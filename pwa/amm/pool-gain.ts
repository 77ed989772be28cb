import { firstPoolShares } from "#schemas/values/exchange.ts";
import { mulDiv } from "#schemas/values/money.ts";
import type { Pair } from "#pwa/parts/market-data/pool-math.ts";

/** One deposit or withdrawal of one's own, as the ledger had it. */
export interface PoolMove extends Pair {
  readonly kind: "deposit" | "withdrawal";
}

/** What a share of a pool did since its first deposit. Amounts may be below zero: there is less of that asset than held aside. */
export interface PoolGain {
  readonly deposited: Pair;
  readonly withdrawn: Pair;
  /** What traders paid, at the pool's ratio of now. */
  readonly fees: Pair;
  /** What the move of the price did, against holding both assets: of one there is more now, of the other less. */
  readonly divergence: Pair;
}

/** A deficit that rounding may leave, in parts of what was deposited. */
const ROUNDING = 1000n;

/**
 * Tells fees from the move of the price. The root of the product of both amounts is what no price moves: only fees let it grow,
 * so what is there and was taken out exceeds what was put in by the fees. Null where the moves cannot be all there were.
 */
export function gainOf(now: Pair, moves: readonly PoolMove[]): PoolGain | null {
  const deposits = moves.filter(({ kind }) => kind === "deposit");
  const withdrawals = moves.filter(({ kind }) => kind === "withdrawal");
  if (deposits.length === 0 || moves.some(({ a, b }) => a <= 0n || b <= 0n)) return null;
  const size = (pairs: readonly Pair[]) => pairs.reduce((sum, { a, b }) => sum + firstPoolShares(a, b), 0n);
  const [in_, out, left] = [size(deposits), size(withdrawals), size([now])];
  const grown = left + out - in_;
  if (grown < -(in_ / ROUNDING) - 10n * BigInt(moves.length)) return null;
  // Without anything left, what was taken out tells the ratio.
  const [reference, whole] = left > 0n ? [now, left] : [sumOf(withdrawals), out];
  const part = grown > 0n && whole > 0n ? grown : 0n;
  const fees =
    whole === 0n ? { a: 0n, b: 0n } : { a: scaled(reference.a, part, whole), b: scaled(reference.b, part, whole) };
  const [deposited, withdrawn] = [sumOf(deposits), sumOf(withdrawals)];
  return {
    deposited,
    withdrawn,
    fees,
    divergence: {
      a: now.a + withdrawn.a - deposited.a - fees.a,
      b: now.b + withdrawn.b - deposited.b - fees.b,
    },
  };
}

/** What two amounts are worth in the pool's asset B, at the pool's ratio. */
export function inB({ a, b }: Pair, ratio: Pair): bigint {
  return ratio.a === 0n ? b : b + mulDiv(a, ratio.b, ratio.a, "half-up");
}

function sumOf(pairs: readonly Pair[]): Pair {
  return pairs.reduce<Pair>((sum, { a, b }) => ({ a: sum.a + a, b: sum.b + b }), { a: 0n, b: 0n });
}

function scaled(amount: bigint, part: bigint, whole: bigint): bigint {
  return mulDiv(amount, part, whole, "down");
}
