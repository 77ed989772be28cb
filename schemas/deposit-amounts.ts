import type { DepositOffer } from "./deposits.ts";
import type { DeviceErrorCode } from "./device-errors.ts";
import type { SaidFacts } from "./said.ts";
import { AmountError, formatAmount, MAX_STROOPS, mulDiv, parseAmount } from "./values/money.ts";

/**
 * XLM for `usd` at `rate` XLM a dollar, a decimal of at most 12 places, rounded down to the stroop. Throws
 * {@link AmountError} beyond what the ledger can hold.
 */
export function xlmFor(usd: string, rate: string): string {
  const [whole = "0", places = ""] = rate.split(".");
  const stroops = mulDiv(parseAmount(usd), BigInt(whole + places), 10n ** BigInt(places.length), "down");
  if (stroops > MAX_STROOPS) throw new AmountError("amount-too-large");
  return formatAmount(stroops);
}

/** Whether an amount in USD is within the offer's bounds: the refusal that it meets, or null. */
export function boundsRefusal(
  amount: string,
  { minAmount, maxAmount }: Pick<DepositOffer, "minAmount" | "maxAmount">,
): { readonly code: DeviceErrorCode; readonly facts: SaidFacts } | null {
  const stroops = parseAmount(amount);
  if (minAmount !== null && stroops < parseAmount(minAmount))
    return { code: "deposit-too-small", facts: { amount: minAmount } };
  if (maxAmount !== null && stroops > parseAmount(maxAmount))
    return { code: "deposit-too-large", facts: { amount: maxAmount } };
  return null;
}
