import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import type { OperatorPolicy } from "#schemas/security.ts";

/** The policy as it is typed; an empty amount stands for no bound. */
export interface PolicyDraft {
  readonly isKycRequired: boolean;
  readonly coolOffHours: string;
  readonly weakeningHours: string;
  readonly dailyLimit: string;
  readonly approveAbove: string;
  readonly lossTolerancePercent: string;
  readonly lossToleranceUsd: string;
}

export function draftOf(policy: OperatorPolicy): PolicyDraft {
  return {
    isKycRequired: policy.isKycRequired,
    coolOffHours: String(policy.coolOffHours),
    weakeningHours: String(policy.weakeningHours),
    dailyLimit: formatPlain(policy.dailyLimit),
    approveAbove: formatPlain(policy.approveAbove),
    lossTolerancePercent: policy.lossTolerancePercent,
    lossToleranceUsd: formatPlain(policy.lossToleranceUsd),
  };
}

/** What the server is told, yet to be read by its schema. An empty number is none: no bound may come of leaving it out. */
export function policyOf(draft: PolicyDraft): object {
  const bound = (text: string) => (text.trim() === "" ? null : text.trim());
  const hours = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN);
  return {
    isKycRequired: draft.isKycRequired,
    coolOffHours: hours(draft.coolOffHours),
    weakeningHours: hours(draft.weakeningHours),
    dailyLimit: bound(draft.dailyLimit),
    approveAbove: bound(draft.approveAbove),
    lossTolerancePercent: draft.lossTolerancePercent.trim(),
    lossToleranceUsd: draft.lossToleranceUsd.trim(),
  };
}
