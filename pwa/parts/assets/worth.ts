import { formatDecimal, formatDollars, formatStroops } from "#pwa/ui/format.ts";
import { leftToRight } from "#pwa/ui/direction.ts";
import { type AssetPrice } from "#schemas/markets.ts";
import { worthAt } from "#schemas/values/price.ts";
import { mulDiv, parseAmount } from "#schemas/values/money.ts";

/** What a value is told in. */
export type WorthUnit = "usd" | "xlm";

const STROOPS_PER_CENT = 100_000n;

/**
 * What an amount (decimal text, or stroops) of an asset is worth, exactly, rounded to the nearest ten-millionth of a dollar
 * or of an XLM; null where there is no price. Throws AmountError for a text that is no amount.
 */
export function worthOf(amount: string | bigint, price: AssetPrice | null, unit: WorthUnit): bigint | null {
  const stroops = typeof amount === "bigint" ? amount : parseAmount(amount);
  return worthAt(stroops, price?.[unit] ?? null, "half-up");
}

/**
 * Writes a value of {@link worthOf} as dollars with two places ("$1,234.57"). What is above nothing and less than a cent is
 * "< $0.01": nobody should read it as nothing.
 */
export function formatUsd(worth: bigint): string {
  const size = worth < 0n ? -worth : worth;
  const sign = worth < 0n ? "-" : "";
  const cents = mulDiv(size, 1n, STROOPS_PER_CENT, "half-up");
  if (cents === 0n) return size === 0n ? formatDollars("0.00") : `< ${formatDollars("0.01")}`;
  return formatDollars(`${sign}${cents / 100n}.${(cents % 100n).toString().padStart(2, "0")}`);
}

/** Writes a value of {@link worthOf} in XLM, grouped, with two places, or all seven where it is less than one XLM. */
export function formatXlm(worth: bigint): string {
  const size = worth < 0n ? -worth : worth;
  const sign = worth < 0n ? "-" : "";
  if (size < 10_000_000n) return leftToRight(`${formatStroops(worth)} XLM`);
  const hundredths = mulDiv(size, 1n, STROOPS_PER_CENT, "half-up");
  const amount = formatDecimal(`${sign}${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, "0")}`);
  return leftToRight(`${amount} XLM`);
}
