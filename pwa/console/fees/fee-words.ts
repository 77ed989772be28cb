import { t } from "@lingui/core/macro";
import { formatAmountText, formatDate, formatPercent, formatStroops } from "#pwa/ui/format.ts";
import { feeOn } from "#schemas/fee-amounts.ts";
import type { ComingRule, FeeRuleFields, FeeRuleOutput } from "#schemas/fees.ts";
import { parseAmount } from "#schemas/values/money.ts";

export type Operation = FeeRuleFields["operationType"];
export const OPERATIONS = [
  "send",
  "swap",
  "trade",
  "amm",
  "stake",
  "withdraw",
  "automation",
] as const satisfies readonly Operation[];

export function ruleTitle(id: number): string {
  return t`Rule ${id}`;
}

/** What a fee is taken for. */
export function operationWords(operation: Operation): string {
  switch (operation) {
    case "send":
      return t({ message: "Payment", context: "what a fee is taken for" });
    case "swap":
      return t({ message: "Swap", context: "what a fee is taken for" });
    case "trade":
      return t({ message: "Order", context: "what a fee is taken for" });
    case "amm":
      return t({ message: "Share of a pool", context: "what a fee is taken for" });
    case "stake":
      return t({ message: "Stake", context: "what a fee is taken for" });
    case "withdraw":
      return t({ message: "Withdrawal", context: "what a fee is taken for" });
    case "automation":
      return t({ message: "Start of an automation", context: "what a fee is taken for" });
  }
}

/** How much a rule takes. */
export function feeWords({ feeType, feeValue, minFee, maxFee, assetCode }: FeeRuleFields): string {
  if (feeType === "flat") {
    const amount = formatAmountText(feeValue);
    return t`${amount} ${assetCode} each time`;
  }
  const percent = formatPercent(feeValue);
  const [least, most] = [minFee, maxFee].map((bound) => (bound === null ? null : formatAmountText(bound)));
  if (least != null && most != null) return t`${percent}, at least ${least} and at most ${most} ${assetCode}`;
  if (least != null) return t`${percent}, at least ${least} ${assetCode}`;
  return most == null ? percent : t`${percent}, at most ${most} ${assetCode}`;
}

/** What an amount costs by a rule; nothing where it is not in force. */
export function costOf(rule: FeeRuleFields | null, amount: string): bigint {
  return rule?.active ? feeOn(rule, parseAmount(amount), true) : 0n;
}

interface Change {
  readonly former: FeeRuleFields | FeeRuleOutput | null;
  readonly rule: FeeRuleFields;
  /** From when it holds; at once where it is not said. */
  readonly effectiveAt?: string;
}

/**
 * What a change of a rule means for somebody, by this rule alone: "A swap of 100 XLM costs 0.3 XLM, then 0.5 XLM.", or with the time from
 * which it does.
 */
export function previewWords({ former, rule, effectiveAt }: Change, amount: string): string {
  const { operationType, assetCode } = rule;
  const moved = `${formatAmountText(amount)} ${assetCode}`;
  const then = `${formatStroops(costOf(rule, amount))} ${assetCode}`;
  const isComparable = former !== null && former.operationType === operationType && former.assetCode === assetCode;
  const now = `${formatStroops(isComparable ? costOf(former, amount) : 0n)} ${assetCode}`;
  const costs = { moved, now, later: then };
  return effectiveAt === undefined
    ? atOnceWords(operationType, costs)
    : laterWords(operationType, { ...costs, date: formatDate(Date.parse(effectiveAt), { withTime: true }) });
}

interface Costs {
  readonly moved: string;
  readonly now: string;
  readonly later: string;
}

function atOnceWords(operation: Operation, { moved, now, later: then }: Costs): string {
  switch (operation) {
    case "send":
      return t`A payment of ${moved} costs ${now}, then ${then}.`;
    case "swap":
      return t`A swap of ${moved} costs ${now}, then ${then}.`;
    case "trade":
      return t`An order over ${moved} costs ${now}, then ${then}.`;
    case "amm":
      return t`Putting ${moved} into a pool costs ${now}, then ${then}.`;
    case "stake":
      return t`Staking ${moved} costs ${now}, then ${then}.`;
    case "withdraw":
      return t`Withdrawing ${moved} costs ${now}, then ${then}.`;
    case "automation":
      return t`Starting an automation with a budget of ${moved} costs ${now}, then ${then}.`;
  }
}

function laterWords(
  operation: Operation,
  { moved, now, later: then, date }: Costs & { readonly date: string },
): string {
  switch (operation) {
    case "send":
      return t`A payment of ${moved} costs ${now}, and ${then} from ${date} on.`;
    case "swap":
      return t`A swap of ${moved} costs ${now}, and ${then} from ${date} on.`;
    case "trade":
      return t`An order over ${moved} costs ${now}, and ${then} from ${date} on.`;
    case "amm":
      return t`Putting ${moved} into a pool costs ${now}, and ${then} from ${date} on.`;
    case "stake":
      return t`Staking ${moved} costs ${now}, and ${then} from ${date} on.`;
    case "withdraw":
      return t`Withdrawing ${moved} costs ${now}, and ${then} from ${date} on.`;
    case "automation":
      return t`Starting an automation with a budget of ${moved} costs ${now}, and ${then} from ${date} on.`;
  }
}

/** What a rule is to become, and when. */
export function comingWords({ from, rule }: ComingRule): string {
  const date = formatDate(Date.parse(from), { withTime: true });
  const fee = feeWords(rule);
  return rule.active ? t`${fee} from ${date} on` : t`none from ${date} on`;
}
