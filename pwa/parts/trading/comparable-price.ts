import { formatPrice } from "#pwa/ui/format.ts";

const DIGITS = 7;

/** A price with as many digits as a person can compare. */
export function comparablePrice(price: string): string {
  return formatPrice(comparableDigits(price));
}

function comparableDigits(price: string): string {
  const [whole = "0", fraction = ""] = price.split(".");
  if (whole.length >= DIGITS || fraction === "") return whole;
  const zeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = fraction.slice(0, zeros + DIGITS - (whole === "0" ? 0 : whole.length)).replace(/0+$/, "");
  return kept === "" ? whole : `${whole}.${kept}`;
}
