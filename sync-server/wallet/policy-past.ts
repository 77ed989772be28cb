import type { AppError } from "#schemas/errors.ts";
import type { OperatorPolicy } from "#schemas/security.ts";
import { MAX_STROOPS, formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { KnownPrice } from "#server/prices/index.ts";
import { errorsOf } from "#server/platform/rules/rules.ts";
import type { Spent } from "#server/platform/submissions/spending.ts";
import { coolOffUntil } from "#server/security/index.ts";
import { type CountedWorth, isAbove, lossRefusals, type PayerFacts, payerRefusals, paymentRefusals } from "./policy.ts";
import { type DaySums, openDaySums } from "./day-sums.ts";

/** What somebody sent or exchanged, as it was accepted. */
export interface PastMovement {
  readonly at: Date;
  readonly isPayment: boolean;
  /** What limits counted of it. */
  readonly spent: readonly Spent[];
}

/** Of whoever sent it, as they are known today: what they were then is kept nowhere. */
export interface PastPayer {
  readonly isKycVerified: boolean;
  readonly credentialsChangedAt: Date | null;
}

export interface PastVerdict {
  /** What would have stood against it, the first first. */
  readonly refusals: readonly AppError[];
  /** Whether it would have waited for an operator. */
  readonly isHeld: boolean;
}

/**
 * One person's movements, judged in the order in which they were made, by the rules that judge those of today. What would have been
 * refused counts in no day after. Own limits and lists are left out: no policy changes them.
 */
export function openPast(policy: OperatorPolicy, payer: PastPayer, xlm: KnownPrice | null) {
  const day = openDaySums(xlm);
  return (movement: PastMovement): PastVerdict => {
    day.moveTo(movement.at);
    const verdict = judge(policy, payer, movement, day);
    if (verdict.refusals.length === 0) day.add(movement.at, movement.spent);
    return verdict;
  };
}

function judge(policy: OperatorPolicy, payer: PastPayer, movement: PastMovement, day: DaySums): PastVerdict {
  const { spent, isPayment } = movement;
  const payerFacts = payerFactsOf(policy, payer, movement);
  // Nobody is asked about what an exchange gives away where that is little.
  const counted = spent.some(({ isTolerated }) => isTolerated) ? [] : spent;
  const worths = counted.map((one): CountedWorth => {
    const worth = { unit: one.unit, amount: BigInt(one.amount) };
    return { worth, assetCode: codeOf(one), spentInDay: day.of(one) };
  });
  const facts = {
    ...payerFacts,
    worths,
    transactionLimit: formatAmount(MAX_STROOPS),
    dailyLimit: policy.dailyLimit === null ? null : parseAmount(policy.dailyLimit),
    isAllowListOn: false,
    allowedFrom: null,
  };
  const refusals = [...payerRefusals(payerFacts), ...(isPayment ? paymentRefusals : lossRefusals)(facts)];
  return { refusals: errorsOf(refusals), isHeld: refusals.length === 0 && isAbove(policy, worths) };
}

function payerFactsOf(policy: OperatorPolicy, payer: PastPayer, { at, spent: [first] }: PastMovement): PayerFacts {
  const { isKycVerified, credentialsChangedAt } = payer;
  const isAfter = credentialsChangedAt !== null && credentialsChangedAt <= at;
  return {
    now: at,
    assetCode: first === undefined ? "XLM" : codeOf(first),
    isFrozen: false,
    isHalted: false,
    isKycRequired: policy.isKycRequired,
    isKycVerified,
    isMailboxUnproven: false,
    coolOffUntil: isAfter ? coolOffUntil({ credentialsChangedAt }, policy, at) : null,
  };
}

function codeOf({ asset }: Spent): string {
  return asset?.split("-")[0] ?? "XLM";
}
