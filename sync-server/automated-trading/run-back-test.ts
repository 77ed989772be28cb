import type { BackTestInput, BackTestOutput, TestCosts } from "#schemas/automated-trading.ts";
import { AppError } from "#schemas/errors.ts";
import { STRATEGIES } from "#schemas/strategies/strategies.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { toldTest } from "#schemas/strategies/told-test.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { closedCandles, lengthOf } from "#server/markets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { bestPrices, type MarketFeedView, marketOf } from "#server/standing-orders/index.ts";
import { reach } from "#server/wallet/index.ts";
import { candleFrom } from "./books.ts";
import { marketTime } from "./deps.ts";
import { costsNow } from "./costs.ts";
import { testInThread } from "./in-thread.ts";
import { type ReadTerms, readTerms } from "./read-terms.ts";
import type { StoredCosts } from "./store.ts";
import { keepTest } from "./tests.ts";

/** Candles of each pair that are tested at most, the latest. */
const MOST_CANDLES = 50_000;
/** Beyond what it needs to warm up, so that there is something to tell of. */
const LEAST_TOLD = 20;

export interface TestDeps {
  readonly runtime: Runtime;
  readonly network: Pick<StellarNetwork, "feeBid">;
  readonly feed: MarketFeedView;
}

/**
 * Tests what somebody may want to start, over the candles that are stored, and keeps that it was tested. Throws what {@link readTerms} does, `market-building`,
 * `market-behind`, `market-assets-unlisted`, `automation-candles-few`, `automation-tests-busy`, `network-unreachable`.
 */
export async function runBackTest(
  deps: TestDeps,
  userId: number,
  { terms: entered, tune }: BackTestInput,
): Promise<BackTestOutput> {
  const { runtime } = deps;
  const read = readTerms(entered);
  const costs = await costsFor(deps, read);
  const candles = await candlesFor(deps, read);
  const { perTrade, perDay, budget } = read;
  const at = runtime.clock.now();
  const tested = await testInThread({
    strategy: read.terms.strategy,
    parameters: read.terms.parameters,
    isTuned: tune,
    pairs: read.terms.bases.map((base, index) => ({
      base,
      candles: candles[index] ?? [],
      budget,
      costs: { ...costs, flat: BigInt(costs.flat) },
      limits: { perTrade, perDay, cooldown: read.terms.cooldown },
    })),
  });
  const terms = { ...read.terms, parameters: { ...tested.parameters } };
  const pairs = tested.pairs.map((pair, index) =>
    toldTest(pair.base, pair.tested, (candles[index] ?? []).slice(pair.from)),
  );
  await keepTest(runtime, { userId, terms, summaries: pairs.map(({ summary }) => summary) });
  const reportedFrom = pairs.map(({ from }) => from).toSorted()[0] ?? at.toISOString();
  return {
    terms,
    pairs,
    costs: toldCosts(costs),
    tuned: tested.tried === null ? null : { tried: tested.tried, reportedFrom },
    at: at.toISOString(),
  };
}

/** What the trades of these terms cost. Throws `market-building`, `market-behind`, `market-assets-unlisted`, `network-unreachable`. */
export async function costsFor(
  { runtime, network, feed }: TestDeps,
  { terms, perTrade }: ReadTerms,
): Promise<StoredCosts> {
  const { bases, quote } = terms;
  const prices = bases.map((base) => {
    const { index } = marketOf(feed, { base, quote });
    return bestPrices(index, { base: assetOfKey(base), counter: assetOfKey(quote) });
  });
  const feeBid = await reach(network.feeBid());
  return costsNow(runtime, { quote: assetOfKey(quote), perTrade, feeBid }, prices);
}

export function toldCosts({ flat, ...costs }: StoredCosts): TestCosts {
  return { ...costs, flat: formatAmount(BigInt(flat)) };
}

/** Of each pair what it was traded at. Throws `automation-candles-few`. */
async function candlesFor({ runtime, feed }: TestDeps, { terms }: ReadTerms): Promise<readonly (readonly Candle[])[]> {
  const { bases, quote, candle: size, strategy, parameters } = terms;
  const ms = lengthOf(size);
  const needs = STRATEGIES[strategy].warmUp(parameters) + LEAST_TOLD;
  const counter = assetOfKey(quote);
  const until = marketTime(feed) ?? 0;
  return Promise.all(
    bases.map(async (key) => {
      const base = assetOfKey(key);
      const span = { size, after: 0, until, most: MOST_CANDLES, isLatest: true };
      const found = await closedCandles(runtime.database, { base, counter }, span);
      if (found.length < needs)
        throw new AppError("automation-candles-few", { base: base.assetCode, has: found.length, needs });
      return found.map((candle) => candleFrom(candle, ms));
    }),
  );
}
