import { nowMs } from "#pwa/platform/device/clock.ts";
import { CANDLE_MS } from "#pwa/parts/market-data/pair.ts";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import type { PairTest, TestCosts } from "#schemas/automated-trading.ts";
import { readKeptCosts } from "./kept-costs.ts";
import { runOnDevice } from "./run-on-device.ts";
import { seenCandles } from "./seen-candles.ts";
import type { TooFewCandles } from "./test-on-device.ts";

/** What this device found out by itself; `seenAtMs` is when it saw the candles. */
export type DeviceTested =
  | { readonly kind: "none" }
  | ({ readonly kind: "few" } & TooFewCandles)
  | {
      readonly kind: "tested";
      readonly pair: PairTest;
      readonly costs: TestCosts;
      /** Whether the server ever told what trading costs: without it some costs are left out. */
      readonly areCostsKnown: boolean;
      readonly seenAtMs: number;
    };

/** A tenth of a candle's volume can be had, a tenth of a percent lies between bid and ask, and the network takes its least fee. */
const COSTS_UNTOLD: TestCosts = { feePpm: 0, flat: "0.0000100", spreadPpm: 1000, depthPpm: 100_000 };

/** Back-tests one pair over the candles that this device saw last of it. */
export async function testHere(userId: number, terms: AutomationTerms, base: string): Promise<DeviceTested> {
  const { quote, candle } = terms;
  const kept = seenCandles(userId, { base, quote }, candle);
  if (kept === null) return { kind: "none" };
  const candleMs = CANDLE_MS[candle];
  const seenMs = Math.min(kept.seenAtMs, nowMs());
  // The last one may have been open when it was seen.
  const candles = kept.candles.filter(([at]) => at + candleMs <= seenMs);
  const told = readKeptCosts(userId);
  const costs = told ?? COSTS_UNTOLD;
  const answer = await runOnDevice({ terms, base, candles, candleMs, costs });
  if ("needs" in answer) return { kind: "few", ...answer };
  return { kind: "tested", pair: answer, costs, areCostsKnown: told !== null, seenAtMs: kept.seenAtMs };
}
