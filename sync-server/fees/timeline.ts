import type { FeeConfig, FeeRuleFields } from "#schemas/fees.ts";
import type * as v from "valibot";

export type StoredFeeRule = v.InferOutput<typeof FeeConfig.schema>;

/** A rule in a part of time; without end where nothing is to come. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly rule: FeeRuleFields;
}

/** What a stored rule is at a time. It is asked of the row by the clock, so that no process has to do anything when the time comes. */
export function ruleAt(stored: StoredFeeRule, at: Date): FeeRuleFields {
  const { next } = stored;
  return next && next.from <= at ? next.rule : fieldsIn(stored);
}

/** What a stored rule becomes after a time, and when; null where nothing is to come. */
export function comingAfter({ next }: StoredFeeRule, at: Date) {
  return next && next.from > at ? next : null;
}

/** Whether two rules are both in force for the same operation and asset at any time from `at` on. */
export function areInEachOthersWay(one: StoredFeeRule, other: StoredFeeRule, at: Date): boolean {
  return spansOf(one, at).some((span) =>
    spansOf(other, at).some((theirs) => isSameMatter(span, theirs) && span.from < theirs.to && theirs.from < span.to),
  );
}

function isSameMatter({ rule }: Span, { rule: other }: Span): boolean {
  const { operationType, assetCode } = rule;
  return rule.active && other.active && operationType === other.operationType && assetCode === other.assetCode;
}

function spansOf(stored: StoredFeeRule, at: Date): readonly Span[] {
  const now = { from: at.getTime(), to: Number.POSITIVE_INFINITY, rule: ruleAt(stored, at) };
  const coming = comingAfter(stored, at);
  if (!coming) return [now];
  const from = coming.from.getTime();
  return [
    { ...now, to: from },
    { from, to: Number.POSITIVE_INFINITY, rule: coming.rule },
  ];
}

function fieldsIn(rule: StoredFeeRule): FeeRuleFields {
  const { operationType, feeType, feeValue, minFee, maxFee, assetCode, active } = rule;
  return { operationType, feeType, feeValue, minFee, maxFee, assetCode, active };
}
