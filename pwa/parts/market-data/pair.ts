import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { CandleSize, PairQuery } from "#schemas/market-data.ts";

/** A pair as one text: "XLM/USDC-G...". */
export function pairKey({ base, quote }: PairQuery): string {
  return `${base}/${quote}`;
}

/** Whether both are of the same two assets, whichever way round they are looked at. */
export function isSamePair(one: PairQuery, other: PairQuery): boolean {
  return (
    (one.base === other.base && one.quote === other.quote) || (one.base === other.quote && one.quote === other.base)
  );
}

/** The code in `XLM` or `CODE-ISSUER`. */
export function codeOf(key: string): string {
  return key.split("-")[0] ?? key;
}

/** Empty for XLM. */
export function issuerOf(key: string): string {
  return key === NATIVE_CODE ? "" : (key.split("-")[1] ?? "");
}

export const CANDLE_SIZES = ["1m", "5m", "15m", "1h", "1d", "1w"] as const satisfies readonly CandleSize[];

export const CANDLE_MS: Readonly<Record<CandleSize, number>> = {
  "1m": 60_000,
  "5m": 300_000,
  "15m": 900_000,
  "1h": 3_600_000,
  "1d": 86_400_000,
  "1w": 604_800_000,
};
