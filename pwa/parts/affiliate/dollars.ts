import { formatDollars } from "#pwa/ui/format.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";

/** Ten-millionths of a dollar, every digit of them, to the cent at least. */
export function dollars(amount: bigint): string {
  const [whole = "0", places = ""] = formatAmountShort(amount < 0n ? -amount : amount).split(".");
  return formatDollars(`${amount < 0n ? "-" : ""}${whole}.${places.padEnd(2, "0")}`);
}

/** The same of a decimal text, which may be below nothing. */
export function dollarsOf(text: string): string {
  return dollars(text.startsWith("-") ? -parseAmount(text.slice(1)) : parseAmount(text));
}
