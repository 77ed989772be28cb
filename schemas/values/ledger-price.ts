import type { Price } from "./money.ts";

const MAX_PART = 2_147_483_647n;
/** A price that differs from the one asked for by more than one part in this many is none that a person would take for it. */
const PRECISION = 10_000n;

interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/**
 * The price of the ledger next to `asked` that is not below (`up`) or not above it (`down`); `asked` itself where the ledger
 * can hold it. Null where there is none, or none that is within 0.01 %.
 */
export function ledgerPrice(asked: Fraction, side: "up" | "down"): Price | null {
  const bounds = neighbours(asked);
  const { n, d } = side === "up" ? bounds.above : bounds.below;
  if (n === 0n || d === 0n) return null;
  const error = n * asked.d - asked.n * d;
  if ((error < 0n ? -error : error) * PRECISION > asked.n * d) return null;
  return { n: Number(n), d: Number(d) };
}

/** The best bounds from below and above whose parts fit an int32, by a walk down the Stern-Brocot tree. */
function neighbours({ n, d }: Fraction): { readonly below: Fraction; readonly above: Fraction } {
  let below: Fraction = { n: 0n, d: 1n };
  let above: Fraction = { n: 1n, d: 0n };
  for (;;) {
    const under = n * below.d - below.n * d;
    const over = above.n * d - n * above.d;
    const raised = step(below, above, under / over);
    if (raised.n * d === n * raised.d) return { below: raised, above: raised };
    const left = n * raised.d - raised.n * d;
    const lowered = step(above, raised, over / left);
    if (lowered.n * d === n * lowered.d) return { below: lowered, above: lowered };
    if (raised.n === below.n && lowered.n === above.n && raised.d === below.d && lowered.d === above.d)
      return { below, above };
    [below, above] = [raised, lowered];
  }
}

/** `from` moved towards `to` so many times, or as often as its parts stay within an int32. */
function step(from: Fraction, to: Fraction, times: bigint): Fraction {
  const room = (part: bigint, by: bigint) => (by === 0n ? times : (MAX_PART - part) / by);
  const count = [times, room(from.n, to.n), room(from.d, to.d)].reduce((least, one) => (one < least ? one : least));
  return { n: from.n + count * to.n, d: from.d + count * to.d };
}
