import { t } from "@lingui/core/macro";
import { formatDollars } from "#pwa/ui/format.ts";
import { readPrice } from "#schemas/values/price.ts";
import { mulDiv } from "#schemas/values/money.ts";

/** Of a price below a dollar so many digits are shown that count. */
const DIGITS = 4;

/** Writes a price in dollars: two places from a dollar on ("$1,234.50"), below it the digits that count ("$0.0001234"). */
export function priceInUsd(usd: string): string {
  const price = readPrice(usd);
  if (price === null) return t`No price`;
  if (price.n >= price.d) {
    const cents = mulDiv(price.n, 100n, price.d, "half-up");
    return formatDollars(`${cents / 100n}.${(cents % 100n).toString().padStart(2, "0")}`);
  }
  const zeros = /^0\.(0*)/.exec(usd)?.[1]?.length ?? 0;
  const places = zeros + DIGITS;
  const scaled = mulDiv(price.n, 10n ** BigInt(places), price.d, "half-up")
    .toString()
    .padStart(places + 1, "0");
  return formatDollars(`${scaled.slice(0, -places)}.${scaled.slice(-places)}`.replace(/(\.\d\d\d*?)0+$/, "$1"));
}
