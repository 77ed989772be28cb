import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { PricePoint, PricesOutput } from "#schemas/markets.ts";

const PRICES_KEY = "astrolabe.prices";
const HISTORY_KEY = "astrolabe.price-history";
const KeptPrices = v.object({ answer: PricesOutput });
const KeptHistory = v.object({
  /** The asset and the range. */
  name: v.string(),
  readAtMs: v.number(),
  points: v.array(PricePoint),
});
const KeptHistories = v.object({ histories: v.array(KeptHistory) });
/** Storage is small: the curves looked at last are kept. */
const MAX_HISTORIES = 24;

export type KeptHistory = v.InferOutput<typeof KeptHistory>;

/** What this device was last told of prices. */
export function readKeptPrices(userId: number): PricesOutput | null {
  return keptText(PRICES_KEY, KeptPrices, userId).read()?.answer ?? null;
}

export function keepPrices(userId: number, answer: PricesOutput): void {
  keptText(PRICES_KEY, KeptPrices, userId).keep({ answer });
}

/** The curve of an asset over a range, as this device was last told it. */
export function readKeptHistory(userId: number, name: string): KeptHistory | null {
  return readHistories(userId).find((history) => history.name === name) ?? null;
}

export function keepHistory(userId: number, history: KeptHistory): void {
  const others = readHistories(userId).filter(({ name }) => name !== history.name);
  const histories = [history, ...others].slice(0, MAX_HISTORIES);
  keptText(HISTORY_KEY, KeptHistories, userId).keep({ histories });
}

function readHistories(userId: number): readonly KeptHistory[] {
  return keptText(HISTORY_KEY, KeptHistories, userId).read()?.histories ?? [];
}
