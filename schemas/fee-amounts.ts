import type { FeeRuleFields } from "./fees.ts";
import { isAmount, mulDiv, parseAmount } from "./values/money.ts";

type Rule = Pick<FeeRuleFields, "feeType" | "feeValue" | "minFee" | "maxFee">;

/**
 * What a rule takes of `amount` stroops. `isOwn` says that what moves is the asset of the rule: its bounds count then alone. Flat
 * fees are in the asset of the rule, percentages in the one that moves.
 */
export function feeOn(rule: Rule, amount: bigint, isOwn: boolean): bigint {
  if (rule.feeType === "flat") return isAmount(rule.feeValue) ? parseAmount(rule.feeValue) : 0n;
  const share = percentOf(amount, rule.feeValue);
  return isOwn ? within(share, rule) : share;
}

/** `percent` is a decimal such as "0.25", of at most 12 places; what is less than a stroop counts as none. */
function percentOf(amount: bigint, percent: string): bigint {
  const [whole = "0", places = ""] = percent.replace("-", "").split(".");
  if (percent.startsWith("-")) return 0n;
  return mulDiv(amount, BigInt(whole + places), 100n * 10n ** BigInt(places.length), "down");
}

function within(share: bigint, { minFee, maxFee }: Rule): bigint {
  const least = minFee === null ? 0n : parseAmount(minFee);
  const most = maxFee === null ? null : parseAmount(maxFee);
  const raised = share < least ? least : share;
  return most !== null && raised > most ? most : raised;
}
