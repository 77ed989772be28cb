import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import type { FeeRuleFields } from "#schemas/fees.ts";

/** A rule as it is typed; an empty text stands for no bound. */
export interface FeeDraft {
  readonly operationType: FeeRuleFields["operationType"];
  readonly feeType: FeeRuleFields["feeType"];
  readonly feeValue: string;
  readonly minFee: string;
  readonly maxFee: string;
  readonly assetCode: string;
  readonly active: boolean;
  /** Whether it holds at once, or from `from` on, in the operator's own time. */
  readonly isLater: boolean;
  readonly from: string;
}

export function draftOf(rule: FeeRuleFields | null): FeeDraft {
  return {
    operationType: rule?.operationType ?? "swap",
    feeType: rule?.feeType ?? "percent",
    feeValue: formatPlain(rule?.feeValue ?? null),
    minFee: formatPlain(rule?.minFee ?? null),
    maxFee: formatPlain(rule?.maxFee ?? null),
    assetCode: rule?.assetCode ?? "XLM",
    active: rule?.active ?? true,
    isLater: false,
    from: "",
  };
}

/** The rule that was typed, yet to be read by its schema. */
export function ruleOf(draft: FeeDraft) {
  const bound = (text: string) => (draft.feeType === "flat" || text.trim() === "" ? null : text.trim());
  return {
    operationType: draft.operationType,
    feeType: draft.feeType,
    feeValue: draft.feeValue.trim(),
    minFee: bound(draft.minFee),
    maxFee: bound(draft.maxFee),
    assetCode: draft.assetCode.trim().toUpperCase(),
    active: draft.active,
  };
}

/** The time that was chosen, and whether it can be; nothing where the change holds at once. */
export function timeOf({ isLater, from }: FeeDraft, nowMs: number): { readonly effectiveAt?: string } | null {
  if (!isLater) return {};
  const at = new Date(from);
  return at.getTime() > nowMs ? { effectiveAt: at.toISOString() } : null;
}
