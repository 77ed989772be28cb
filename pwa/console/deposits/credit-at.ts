import { xlmFor } from "#schemas/deposit-amounts.ts";
import { AmountError } from "#schemas/values/money.ts";

/** What is credited for so many USD at a rate as it was typed; null where that comes to nothing, or is no rate. */
export function creditAt(usd: string, rate: string | null): string | null {
  if (rate === null || !/^\d{1,12}(\.\d{1,12})?$/.test(rate) || !/[1-9]/.test(rate)) return null;
  try {
    return xlmFor(usd, rate);
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}
