import { simulatePool } from "#schemas/market-maker/simulate.ts";
import type { PoolSimulation } from "#schemas/market-making-calls.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import { candleFrom } from "#server/automated-trading/index.ts";
import { closedCandles, lengthOf } from "#server/markets/index.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { refuseUnlisted, type PlanDeps } from "./plan-open.ts";
import { poolOf } from "./read-terms.ts";

const DAYS = 90;
const DAY_MS = 86_400_000;
const SIZE = "1h";

/** What a pool of these terms would have come to over the stored candles of the last 90 days. Throws what is wrong with the terms, `market-building`, `market-behind` and `market-assets-unlisted`. */
export async function simulate({ runtime, feed }: PlanDeps, terms: PoolTerms): Promise<PoolSimulation> {
  const pool = poolOf(terms);
  const [unlisted] = refuseUnlisted({ feed }, pool);
  if (unlisted) throw unlisted;
  const { closedAt } = feed.place();
  const until = closedAt === null ? 0 : Date.parse(closedAt);
  const pair = { base: assetOfKey(pool.base), counter: assetOfKey(pool.quote) };
  const span = { size: SIZE, after: until - DAYS * DAY_MS, until, most: DAYS * 24 } as const;
  const candles = await closedCandles(runtime.database, pair, span);
  return simulatePool(
    pool,
    candles.map((candle) => candleFrom(candle, lengthOf(SIZE))),
  );
}
