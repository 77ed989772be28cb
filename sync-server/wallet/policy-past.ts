import type { AppError } from "#schemas/errors.ts";
import { IDENTITY_OPERATIONS, type OperatorPolicy } from "#schemas/security.ts";
import { MAX_STROOPS, formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { KnownPrice } from "#server/prices/index.ts";
import { errorsOf } from "#server/platform/rules/rules.ts";
import type { Spent, Turnover } from "#server/platform/submissions/spending.ts";
import { coolOffUntil, identityLevelAt } from "#server/security/index.ts";
import {
  type CountedWorth,
  identityRefusals,
  isAbove,
  lossRefusals,
  type PayerFacts,
  payerRefusals,
  paymentRefusals,
} from "./policy.ts";
import { type DaySums, openDaySums } from "./day-sums.ts";

/** What somebody sent or exchanged, as it was accepted. */
export interface PastMovement {
  readonly at: Date;
  readonly isPayment: boolean;
  /** What limits counted of it. */
  readonly spent: readonly Spent[];
  /** What went out by it, as levels of identity count it. */
  readonly turnover: Turnover;
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
 * refused counts in no day after. Own limits and lists are left out: no policy changes them. Identity is asked for as of the day on
 * which that begins.
 */
export function openPast(drafted: OperatorPolicy, payer: PastPayer, xlm: KnownPrice | null) {
  const policy = { ...drafted, kycFrom: null };
  const day = openDaySums(xlm);
  const gone = new Map(IDENTITY_OPERATIONS.map((operation) => [operation, openDaySums(xlm)]));
  return (movement: PastMovement): PastVerdict => {
    const { at, spent, turnover } = movement;
    const went = gone.get(turnover.operation) ?? openDaySums(xlm);
    day.moveTo(at);
    went.moveTo(at);
    const verdict = judge(policy, payer, movement, { day, went });
    if (verdict.refusals.length > 0) return verdict;
    day.add(at, spent);
    went.add(at, turnover.worths);
    return verdict;
  };
}

interface PastDays {
  readonly day: DaySums;
  /** Of the same operation. */
  readonly went: DaySums;
}

function judge(policy: OperatorPolicy, payer: PastPayer, movement: PastMovement, { day, went }: PastDays): PastVerdict {
  const { spent, isPayment, turnover } = movement;
  const payerFacts = payerFactsOf(policy, payer, movement);
  // Nobody is asked about what an exchange gives away where that is little.
  const counted = spent.some(({ isTolerated }) => isTolerated) ? [] : spent;
  const worths = counted.map((one) => countedIn(day, one));
  const facts = {
    ...payerFacts,
    worths,
    transactionLimit: formatAmount(MAX_STROOPS),
    dailyLimit: policy.dailyLimit === null ? null : parseAmount(policy.dailyLimit),
    isAllowListOn: false,
    allowedFrom: null,
  };
  const identityFacts = { ...payerFacts, turnover: turnover.worths.map((one) => countedIn(went, one)) };
  const refusals = [
    ...payerRefusals(payerFacts),
    ...identityRefusals(identityFacts),
    ...(isPayment ? paymentRefusals : lossRefusals)(facts),
  ];
  return { refusals: errorsOf(refusals), isHeld: refusals.length === 0 && isAbove(policy, worths) };
}

function countedIn(sums: DaySums, one: Spent): CountedWorth {
  return {
    worth: { unit: one.unit, amount: BigInt(one.amount) },
    assetCode: codeOf(one),
    spentInDay: sums.of(one),
  };
}

function payerFactsOf(
  policy: OperatorPolicy,
  payer: PastPayer,
  { at, spent: [first], turnover: { operation } }: PastMovement,
): PayerFacts {
  const { isKycVerified, credentialsChangedAt } = payer;
  const isAfter = credentialsChangedAt !== null && credentialsChangedAt <= at;
  return {
    now: at,
    assetCode: first === undefined ? "XLM" : codeOf(first),
    isFrozen: false,
    isHalted: false,
    identityLevel: identityLevelAt(policy, operation, at),
    isKycVerified,
    isMailboxUnproven: false,
    coolOffUntil: isAfter ? coolOffUntil({ credentialsChangedAt }, policy, at) : null,
  };
}

function codeOf({ asset }: Spent): string {
  return asset?.split("-")[0] ?? "XLM";
}
