/** An amount as it is typed into a field, without the zeros at its end; empty for none. */
export function formatPlain(amount: string | null): string {
  if (amount === null) return "";
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}
