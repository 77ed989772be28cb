import { keptText } from "#pwa/platform/device/kept-text.ts";
import { pairKey } from "#pwa/parts/market-data/pair.ts";
import { PairQuery } from "#schemas/market-data.ts";

const LAST_KEY = "astrolabe.last-pair";
const lastPair = keptText(LAST_KEY, PairQuery, null);

/** The pair that was looked at last on this device. */
export function readLastPair(): PairQuery | null {
  return lastPair.read();
}

export function keepLastPair({ base, quote }: PairQuery): void {
  const last = readLastPair();
  if (last === null || pairKey(last) !== pairKey({ base, quote })) lastPair.keep({ base, quote });
}
