import type { CandleRow, CandleSize, MarketTrade } from "#schemas/market-data.ts";
import { readPrice } from "#schemas/values/price.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { CANDLE_MS } from "./pair.ts";

/** Candles with trades that came after them, the oldest of both first. */
export function withTrades(
  candles: readonly CandleRow[],
  trades: readonly MarketTrade[],
  size: CandleSize,
): readonly CandleRow[] {
  if (trades.length === 0) return candles;
  const grown = [...candles];
  for (const trade of trades) {
    const startMs = Math.floor(Date.parse(trade.at) / CANDLE_MS[size]) * CANDLE_MS[size];
    const last = grown.at(-1);
    if (last === undefined || last[0] < startMs) grown.push(begunBy(trade, startMs));
    else if (last[0] === startMs) grown[grown.length - 1] = withTrade(last, trade);
  }
  return grown;
}

function begunBy({ price, baseAmount, quoteAmount }: MarketTrade, startMs: number): CandleRow {
  return [startMs, price, price, price, price, baseAmount, quoteAmount, 1];
}

function withTrade(candle: CandleRow, { price, baseAmount, quoteAmount }: MarketTrade): CandleRow {
  const [startMs, open, high, low, , base, quote, count] = candle;
  return [
    startMs,
    open,
    isAbove(price, high) ? price : high,
    isAbove(low, price) ? price : low,
    price,
    sumOf(base, baseAmount),
    sumOf(quote, quoteAmount),
    count + 1,
  ];
}

function isAbove(left: string, right: string): boolean {
  const [one, other] = [readPrice(left), readPrice(right)];
  return one !== null && other !== null && one.n * other.d > other.n * one.d;
}

/** Volumes go beyond what one amount can be. */
function sumOf(left: string, right: string): string {
  return formatAmount(BigInt(left.replace(".", "")) + BigInt(right.replace(".", "")));
}

/**
 * The trades of a tape (newest first) that came after the trade `last`, oldest first; null where the tape does not reach back
 * to it. Without `last` those of ledgers after `ledger`.
 */
export function newTrades(
  tape: readonly MarketTrade[],
  last: string | null,
  ledger: number,
  isTapeFull: boolean,
): readonly MarketTrade[] | null {
  const at = tape.findIndex((trade) => (last === null ? trade.ledger <= ledger : trade.id === last));
  if (at === -1 && (last !== null || isTapeFull)) return null;
  return (at === -1 ? tape : tape.slice(0, at)).toReversed();
}
