import { plainAmount } from "#pwa/ui/typed-amount.ts";

/** What was typed as a schema reads it: digits and a point. What could be read in two ways stays as it is, and is refused. */
export function plainDecimal(typed: string): string {
  const plain = plainAmount(typed);
  return "text" in plain ? plain.text : typed.trim();
}
