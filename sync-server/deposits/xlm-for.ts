import { AppError } from "#schemas/errors.ts";
import { formatAmount, MAX_STROOPS, mulDiv, parseAmount } from "#schemas/money.ts";

/**
 * XLM for `usd` at `rate` XLM a dollar, a decimal of at most 12 places, rounded down to the stroop. Throws
 * `amount-too-large` beyond what the ledger can hold.
 */
export function xlmFor(usd: string, rate: string): string {
  const [whole = "0", places = ""] = rate.split(".");
  const stroops = mulDiv(parseAmount(usd), BigInt(whole + places), 10n ** BigInt(places.length), "down");
  if (stroops > MAX_STROOPS) throw new AppError("amount-too-large");
  return formatAmount(stroops);
}
