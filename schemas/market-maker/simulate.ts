import { type PoolSimulation, SIMULATED_POINTS } from "#schemas/market-making-calls.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { formatAmount, mulDiv } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";
import { type Holding, pricesOf, sharesOf } from "./ladder.ts";
import { type Exact, isApart, type Side } from "./prices.ts";
import { type Fill, spreadOf, worthOf } from "./reckoning.ts";
import { stopOf } from "./stops.ts";
import type { ReadPool } from "./terms.ts";

/** Fewer fills mean nothing. */
const ENOUGH_FILLS = 30;
/** Of what was traded in a candle nobody gets more than a tenth. */
const VOLUME_PART = 10n;
/** A fixed price that the market has left by more is no price to stand around. */
const APART_PPM = 50_000n;
const PRICE_PLACES = 18;
const DAY_MS = 86_400_000;

type By = NonNullable<PoolSimulation["stopped"]>["by"];

interface Run {
  holding: Holding;
  spread: bigint;
  fills: number;
  peak: bigint;
  /** The day (UTC, since the epoch) and what the pool was worth as it began. */
  day: number;
  dayWorth: bigint;
  drawdownPpm: number;
  stopped: { readonly at: number; readonly by: By } | null;
}

/**
 * What a pool would have come to over candles, the oldest first. Its ladder stands around the close before each (or its fixed price), and a level is met only where the price went
 * through it, beginning with the side that the candle closed against, for a tenth of the candle's volume at most. From the first close on, and not beyond a stop.
 */
export function simulatePool(pool: ReadPool, candles: readonly Candle[]): PoolSimulation {
  const start = candles[0] ? exactAt(candles[0].close) : null;
  const begun = { base: pool.baseAmount, quote: pool.quoteAmount };
  const run = beginAt(begun, start ? worthOf(begun, start) : 0n, candles[0]?.at ?? 0);
  const stride = Math.max(1, Math.ceil(candles.length / SIMULATED_POINTS));
  const curve: PoolSimulation["curve"] = [];
  let before: Exact | null = null;
  for (const [index, candle] of candles.entries()) {
    if (before && !run.stopped) meetCandle(pool, run, candle, before);
    before = exactAt(candle.close) ?? before;
    if (!before) continue;
    note(pool, run, candle, start ?? before, before);
    if ((candles.length - 1 - index) % stride > 0) continue;
    curve.push([candle.at, formatAmount(worthOf(run.holding, before)), formatAmount(worthOf(begun, before))]);
  }
  const result = before ? worthOf(run.holding, before) - worthOf(begun, before) : 0n;
  return { ...spanOf(candles), ...toldOf(run, result), curve };
}

function beginAt(holding: Holding, worth: bigint, at: number): Run {
  const day = Math.floor(at / DAY_MS);
  return { holding, spread: 0n, fills: 0, peak: worth, day, dayWorth: worth, drawdownPpm: 0, stopped: null };
}

function spanOf(candles: readonly Candle[]): Pick<PoolSimulation, "from" | "to" | "candles" | "gaps"> {
  const [first, last] = [candles[0], candles.at(-1)];
  const span = first && last ? Math.round((last.at - first.at) / first.ms) + 1 : 0;
  return {
    from: new Date(first?.at ?? 0).toISOString(),
    to: new Date((last?.at ?? 0) + (last?.ms ?? 0)).toISOString(),
    candles: candles.length,
    gaps: span - candles.length,
  };
}

function toldOf({ fills, spread, drawdownPpm, stopped }: Run, result: bigint) {
  return {
    fills,
    isTooFew: fills < ENOUGH_FILLS,
    result: formatAmount(result),
    spread: formatAmount(spread),
    inventory: formatAmount(result - spread),
    drawdownPpm,
    stopped: stopped && { at: new Date(stopped.at).toISOString(), by: stopped.by },
  };
}

function exactAt(price: number): Exact | null {
  return price > 0 && Number.isFinite(price) ? readPrice(price.toFixed(PRICE_PLACES)) : null;
}

function meetCandle(pool: ReadPool, run: Run, candle: Candle, before: Exact): void {
  const reference = pool.targetPrice ?? before;
  if (isApart(before, reference, pool.marginPpm > APART_PPM ? pool.marginPpm : APART_PPM)) return;
  const shares = sharesOf(pool, reference, run.holding);
  let room = candle.volume / VOLUME_PART;
  const falls = candle.close < toNumber(before);
  for (const side of falls ? (["buy", "sell"] as const) : (["sell", "buy"] as const)) {
    for (const price of pricesOf(pool, reference, side)) {
      if (room <= 0n || !isThrough(candle, side, price)) break;
      const fill = fillOf(pool, side, price, { share: shares[side], room });
      if (!fill) break;
      room -= fill.amount;
      take(run, fill, reference);
    }
  }
}

/** A price that is only touched is met by nobody that can be counted on. */
function isThrough({ high, low }: Candle, side: Side, price: Exact): boolean {
  return side === "sell" ? high > toNumber(price) : low < toNumber(price);
}

function fillOf(
  { minSize, maxSize }: ReadPool,
  side: Side,
  { n, d }: Exact,
  { share, room }: { readonly share: bigint; readonly room: bigint },
): Fill | null {
  const whole = side === "sell" ? share : mulDiv(share, d, n, "down");
  if (whole < minSize) return null;
  const amount = [whole, maxSize, room].reduce((least, one) => (one < least ? one : least));
  const total = mulDiv(amount, n, d, side === "sell" ? "down" : "up");
  return total > 0n && (side === "sell" || total <= share) ? { side, amount, total } : null;
}

function take(run: Run, fill: Fill, reference: Exact): void {
  const { base, quote } = run.holding;
  const sign = fill.side === "sell" ? -1n : 1n;
  run.holding = { base: base + sign * fill.amount, quote: quote - sign * fill.total };
  run.spread += spreadOf(fill, reference);
  run.fills += 1;
}

/** What the pool is worth as a candle closes, and whether that stops it. */
function note(pool: ReadPool, run: Run, { at, ms }: Candle, start: Exact, close: Exact): void {
  const worth = worthOf(run.holding, close);
  if (worth > run.peak) run.peak = worth;
  else if (run.peak > 0n) {
    run.drawdownPpm = Math.max(run.drawdownPpm, Number(((run.peak - worth) * 1_000_000n) / run.peak));
  }
  if (!run.stopped) {
    // A fixed reference does not leave itself.
    const reference = pool.targetPrice ? null : close;
    const facts = { pool, startPrice: start, reference, worth, peak: run.peak, dayWorth: run.dayWorth };
    const by = stopOf({ ...facts, fills: 0, isReconciled: true })?.stop;
    if (by === "price-margin" || by === "drawdown" || by === "daily-loss") run.stopped = { at: at + ms, by };
  }
  const day = Math.floor((at + ms) / DAY_MS);
  if (day !== run.day) [run.day, run.dayWorth] = [day, worth];
}

function toNumber({ n, d }: Exact): number {
  return Number(n) / Number(d);
}
