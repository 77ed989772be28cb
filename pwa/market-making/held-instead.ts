const PLACES = 12;
const ONE = 10n ** BigInt(PLACES);

/** What holding would have come to: the worth without what the pool made or lost. Decimal texts; never below zero. */
export function heldInstead({ worth, profitLoss }: { readonly worth: string; readonly profitLoss: string }): string {
  const held = scaled(worth) - scaled(profitLoss);
  const size = held < 0n ? 0n : held;
  const stroops = (size + 50_000n) / 100_000n;
  const digits = stroops.toString().padStart(8, "0");
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

function scaled(decimal: string): bigint {
  const isNegative = decimal.startsWith("-");
  const [whole = "0", places = ""] = (isNegative ? decimal.slice(1) : decimal).split(".");
  const size = BigInt(whole) * ONE + BigInt(places.slice(0, PLACES).padEnd(PLACES, "0"));
  return isNegative ? -size : size;
}
