import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { PricePoint, PricesOutput } from "#schemas/markets.ts";

const PRICES_KEY = "astrolabe.prices";
const HISTORY_KEY = "astrolabe.price-history";
const KeptPrices = v.object({ userId: v.number(), answer: PricesOutput });
const KeptHistory = v.object({
  /** The asset and the range. */
  name: v.string(),
  readAtMs: v.number(),
  points: v.array(PricePoint),
});
const KeptHistories = v.object({ userId: v.number(), histories: v.array(KeptHistory) });
/** Storage is small: the curves looked at last are kept. */
const MAX_HISTORIES = 24;

export type KeptHistory = v.InferOutput<typeof KeptHistory>;

/** What this device was last told of prices; another user's are removed. */
export function readKeptPrices(userId: number): PricesOutput | null {
  return readOwn(PRICES_KEY, KeptPrices, userId)?.answer ?? null;
}

export function keepPrices(userId: number, answer: PricesOutput): void {
  writeStored(PRICES_KEY, JSON.stringify({ userId, answer }));
}

/** The curve of an asset over a range, as this device was last told it. */
export function readKeptHistory(userId: number, name: string): KeptHistory | null {
  return readHistories(userId).find((history) => history.name === name) ?? null;
}

export function keepHistory(userId: number, history: KeptHistory): void {
  const others = readHistories(userId).filter(({ name }) => name !== history.name);
  const histories = [history, ...others].slice(0, MAX_HISTORIES);
  writeStored(HISTORY_KEY, JSON.stringify({ userId, histories }));
}

function readHistories(userId: number): readonly KeptHistory[] {
  return readOwn(HISTORY_KEY, KeptHistories, userId)?.histories ?? [];
}

function readOwn<Output extends { readonly userId: number }>(
  key: string,
  schema: v.GenericSchema<unknown, Output>,
  userId: number,
): Output | null {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readStored(key));
  if (stored.success && stored.output.userId === userId) return stored.output;
  removeStored(key);
  return null;
}
