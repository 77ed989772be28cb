import type { AutomationTerms, PairTest, TestCosts } from "#schemas/automated-trading.ts";
import type { CandleRow } from "#schemas/market-data.ts";
import { backTest } from "#schemas/strategies/back-test.ts";
import { STRATEGIES } from "#schemas/strategies/strategies.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { toldTest } from "#schemas/strategies/told-test.ts";
import { parseAmount, parseVolume } from "#schemas/values/money.ts";

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
  if (candles.length <= from) return { has: candles.length, needs: from + 1 };
  const shown = candles.map((row) => candleOf(row, candleMs));
  const tested = backTest({
    strategy,
    parameters: terms.parameters,
    candles: shown,
    begun: { base: 0n, quote: parseAmount(terms.budget) },
    from,
    costs: { ...costs, flat: parseAmount(costs.flat) },
    limits: { perTrade: parseAmount(terms.perTrade), perDay: parseAmount(terms.perDay), cooldown: terms.cooldown },
  });
  return toldTest(base, tested, shown.slice(from));
}

/** A candle of a chart as a strategy is shown it. */
function candleOf([at, open, high, low, close, volume]: CandleRow, ms: number): Candle {
  const prices = { open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
  return { at, ms, ...prices, volume: parseVolume(volume) };
}
