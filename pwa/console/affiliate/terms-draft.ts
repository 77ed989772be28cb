import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import { plainDecimal } from "#pwa/console/desk/plain-decimal.ts";
import { coverOf, feeRewards, firstRewards } from "#schemas/affiliate-reckoning.ts";
import type { AffiliateDeskOutput } from "#schemas/affiliate-desk.ts";
import type { PayoutSchedule, RewardType } from "#schemas/affiliate.ts";
import { ppmOf } from "#schemas/values/accrual.ts";
import { isAmount, parseAmount } from "#schemas/values/money.ts";

export type DeskTerms = NonNullable<AffiliateDeskOutput["terms"]>;

/** The terms as they are typed. */
export interface TermsDraft {
  readonly rewardType: RewardType;
  /** By level, separated by spaces. */
  readonly levels: string;
  readonly minPayout: string;
  readonly payoutSchedule: PayoutSchedule;
  readonly holdDays: string;
  readonly assetCode: string;
  readonly issuer: string;
  readonly active: boolean;
  readonly fourEyesAbove: string;
}

export function draftOf(terms: DeskTerms | null): TermsDraft {
  return {
    rewardType: terms?.rewardType ?? "percent",
    levels: terms?.levels.join(" ") ?? "20",
    minPayout: formatPlain(terms?.minPayout ?? "10"),
    payoutSchedule: terms?.payoutSchedule ?? "monthly",
    holdDays: String(terms?.holdDays ?? 14),
    assetCode: terms?.assetCode ?? "XLM",
    issuer: terms?.issuer ?? "",
    active: terms?.active ?? true,
    fourEyesAbove: formatPlain(terms?.fourEyesAbove ?? "500"),
  };
}

/** The terms that were typed, yet to be read by their schema. */
export function termsOf(draft: TermsDraft, reason: string) {
  return {
    ...draft,
    levels: levelsOf(draft),
    minPayout: plainDecimal(draft.minPayout),
    fourEyesAbove: plainDecimal(draft.fourEyesAbove),
    holdDays: Number(draft.holdDays.trim() || "0"),
    assetCode: draft.assetCode.trim().toUpperCase() === "XLM" ? "XLM" : draft.assetCode.trim(),
    issuer: draft.issuer.trim(),
    reason,
  };
}

export function levelsOf({ levels }: Pick<TermsDraft, "levels">): string[] {
  return levels.split(/\s+/).filter((level) => level !== "");
}

/** 100 dollars of fees. */
const EXAMPLE = parseAmount("100");

/** What the typed terms would give by level, of 100 dollars of fees or of a first deposit, and what must have been collected before; null where they are no terms. */
export function previewOf(
  draft: TermsDraft,
): { readonly levels: readonly bigint[]; readonly cover: bigint | null } | null {
  const { rewardType } = draft;
  const levels = levelsOf(draft);
  const isRead = (value: string) => (rewardType === "flat" ? isAmount(value) : ppmOf(value) !== null);
  if (levels.length === 0 || !levels.every(isRead)) return null;
  if (rewardType === "percent") return { levels: feeRewards({ rewardType, levels }, EXAMPLE), cover: null };
  const rewards = firstRewards({ rewardType, levels });
  return { levels: rewards, cover: coverOf(rewards.reduce((sum, each) => sum + each, 0n)) };
}
