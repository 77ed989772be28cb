import { mulDiv } from "#schemas/values/money.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";

const HUNDREDTHS = 10_000n;

/** From one price to another in percent with two places; null where there is none of them. */
export function changeBetween(before: TradePrice | null, after: TradePrice | null): string | null {
  if (!before || !after) return null;
  const hundredths = mulDiv(after.n * before.d - before.n * after.d, HUNDREDTHS, before.n * after.d, "half-up");
  const size = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, "0");
  if (size.length > 17) return null;
  return `${hundredths < 0n ? "-" : ""}${size.slice(0, -2)}.${size.slice(-2)}`;
}
