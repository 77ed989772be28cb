import type { AutomationTerms } from "#schemas/automated-trading.ts";
import type { BackTestTrade, PairTest, TestCosts } from "#schemas/automated-trading.ts";
import { CURVE_POINTS, TRADES_TOLD } from "#schemas/automated-trading.ts";
import type { CandleRow } from "#schemas/market-data.ts";
import { writeSaid } from "#schemas/said.ts";
import { backTest } from "#schemas/strategies/back-test.ts";
import type { Fill } from "#schemas/strategies/fills.ts";
import { summaryOf } from "#schemas/strategies/report.ts";
import { STRATEGIES } from "#schemas/strategies/strategies.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { formatAmount, parseAmount, parseVolume } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";

/** What a device tests by itself: one pair, over the candles that it last saw. */
export interface DeviceTest {
  readonly terms: AutomationTerms;
  readonly base: string;
  /** That have closed, the oldest first. */
  readonly candles: readonly CandleRow[];
  /** Of each, in ms. */
  readonly candleMs: number;
  readonly costs: TestCosts;
}

/** How many candles are there beside how many the strategy needs before it says anything. */
export interface TooFewCandles {
  readonly has: number;
  readonly needs: number;
}

/** The back-test that the server runs, over fewer candles: warmed up by the first of them, and traded over the rest. */
export function testOnDevice({ terms, base, candles, candleMs, costs }: DeviceTest): PairTest | TooFewCandles {
  const strategy = STRATEGIES[terms.strategy];
  const from = strategy.warmUp(terms.parameters);
  const shown = candles.map((row) => candleOf(row, candleMs));
  const [first, last] = [shown[from], shown.at(-1)];
  if (first === undefined || last === undefined) return { has: candles.length, needs: from + 1 };
  const tested = backTest({
    strategy,
    parameters: terms.parameters,
    candles: shown,
    begun: { base: 0n, quote: parseAmount(terms.budget) },
    from,
    costs: { ...costs, flat: parseAmount(costs.flat) },
    limits: { perTrade: parseAmount(terms.perTrade), perDay: parseAmount(terms.perDay), cooldown: terms.cooldown },
  });
  const count = shown.length - from;
  return {
    base,
    from: new Date(first.at).toISOString(),
    to: new Date(last.at + candleMs).toISOString(),
    candles: count,
    gaps: Math.round((last.at - first.at) / candleMs) + 1 - count,
    summary: summaryOf(tested),
    curve: tested.curve.slice(-CURVE_POINTS).map(([at, worth, held]) => [at, decimal(worth), decimal(held)]),
    trades: tested.fills.slice(-TRADES_TOLD).flatMap(tradeOf),
  };
}

/** A candle of a chart as a strategy is shown it. */
function candleOf([at, open, high, low, close, volume]: CandleRow, ms: number): Candle {
  const prices = { open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
  return { at, ms, ...prices, volume: parseVolume(volume) };
}

function tradeOf({ at, side, price, base, quote, fee, why }: Fill): readonly BackTestTrade[] {
  const text = priceText(BigInt(Math.round(price * PRICE_SCALE)), BigInt(PRICE_SCALE));
  if (text === null) return [];
  const amounts = { base: formatAmount(base), quote: formatAmount(quote), fee: formatAmount(fee) };
  const facts = Object.fromEntries(Object.entries(why.facts).map(([name, fact]) => [name, short(fact)]));
  return [{ at: new Date(at).toISOString(), side, price: text, ...amounts, why: writeSaid(`said.${why.code}`, facts) }];
}

const PRICE_SCALE = 10 ** 12;
/** Of a number that is read and not reckoned with. */
const DIGITS = 7;

function short(fact: number): number {
  return Number(fact.toPrecision(DIGITS));
}

/** Stroops of a worth that is looked at, as a decimal text. */
function decimal(stroops: number): string {
  return formatAmount(BigInt(Math.round(stroops)));
}
