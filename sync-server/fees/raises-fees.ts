import type { FeeRuleFields } from "#schemas/fees.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { parseAmount } from "#schemas/values/money.ts";

const PLACES = 12;

/**
 * Whether anybody may pay more by a rule than by what it was before; null for a new one. `hasGeneral` says whether another rule,
 * the one in XLM, would take the place of one that is switched off.
 */
export function raisesFees(former: FeeRuleFields | null, rule: FeeRuleFields, hasGeneral: boolean): boolean {
  if (!rule.active) return former?.active === true && former.assetCode !== NATIVE_CODE && hasGeneral;
  if (!former?.active || !isSameKind(former, rule)) return true;
  return (
    scaled(rule.feeValue) > scaled(former.feeValue) ||
    orNothing(rule.minFee) > orNothing(former.minFee) ||
    isLooser(former.maxFee, rule.maxFee)
  );
}

function isSameKind(one: FeeRuleFields, other: FeeRuleFields): boolean {
  return (["operationType", "feeType", "assetCode"] as const).every((field) => one[field] === other[field]);
}

/** Whether the most that is taken is more than before; null is no such bound. */
function isLooser(from: string | null, to: string | null): boolean {
  return from !== null && (to === null || parseAmount(to) > parseAmount(from));
}

function orNothing(amount: string | null): bigint {
  return amount === null ? 0n : parseAmount(amount);
}

/** A decimal of at most 12 places, as a whole number of its last place. */
function scaled(decimal: string): bigint {
  const [whole = "0", places = ""] = decimal.split(".");
  return BigInt(whole + places.padEnd(PLACES, "0"));
}
