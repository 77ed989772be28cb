import { t } from "@lingui/core/macro";
import { formatDollars, formatUsdValue } from "#pwa/ui/format.ts";

/** A balance in dollars with two decimals, and what that leaves unsaid. */
export interface UsdWords {
  readonly value: string;
  readonly note: string | null;
}

/** `price` is that of one in USD, null where no market tells: then the value is "$0.00", and the note says why. */
export function usdWords(balance: string, price: string | null): UsdWords {
  const worth = formatUsdValue(balance, price);
  return { value: formatDollars(worth), note: noteOf(balance, price, worth) };
}

/** The same in one text: "$0.00 (no price known)". */
export function usdText(balance: string, price: string | null): string {
  const { value, note } = usdWords(balance, price);
  return note === null ? value : `${value} (${note})`;
}

function noteOf(balance: string, price: string | null, worth: string): string | null {
  if (Number(balance) === 0 || worth !== "0.00") return null;
  return price === null ? t`no price known` : t`less than a cent`;
}
