import { type BookLevelRow, type MarketDelta, type MarketSnapshot, SNAPSHOT_TRADES } from "#schemas/market-data.ts";
import { ZERO_AMOUNT } from "#schemas/values/money.ts";

/** Which way a side runs: the best bid is the highest, the best ask the lowest. */
type Order = 1 | -1;
const BIDS: Order = -1;
const ASKS: Order = 1;

/**
 * What is held of a pair with a change after it. Null where something between the two was missed. Parts that did not change
 * stay the very same objects.
 */
export function withDelta(held: MarketSnapshot, delta: MarketDelta): MarketSnapshot | null {
  if (delta.previous !== held.sequence) return null;
  const { previous: _, bids, asks, trades, pool, ticker, ...place } = delta;
  return {
    ...held,
    ...place,
    bids: withLevels(held.bids, bids, BIDS),
    asks: withLevels(held.asks, asks, ASKS),
    trades: trades.length === 0 ? held.trades : [...trades, ...held.trades].slice(0, SNAPSHOT_TRADES),
    pool: pool === undefined ? held.pool : pool,
    ticker: ticker ?? held.ticker,
  };
}

function withLevels(side: BookLevelRow[], changes: readonly BookLevelRow[], order: Order): BookLevelRow[] {
  if (changes.length === 0) return side;
  const levels = [...side];
  for (const change of changes) {
    const at = placeOf(levels, change, order);
    const isThere = levels[at] !== undefined && comparePrices(levels[at], change) === 0;
    if (change[2] !== ZERO_AMOUNT) levels.splice(at, isThere ? 1 : 0, change);
    else if (isThere) levels.splice(at, 1);
  }
  return levels;
}

/** The first place that is not before the level. */
function placeOf(levels: readonly BookLevelRow[], level: BookLevelRow, order: Order): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = levels[middle];
    if (found !== undefined && comparePrices(found, level) * order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By cross-multiplication, exactly: such products leave what a number holds. */
function comparePrices([leftN, leftD]: BookLevelRow, [rightN, rightD]: BookLevelRow): number {
  const left = leftN * rightD;
  const right = rightN * leftD;
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left - right;
  const difference = BigInt(leftN) * BigInt(rightD) - BigInt(rightN) * BigInt(leftD);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
