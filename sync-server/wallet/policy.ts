import type { ErrorCode, ErrorFacts } from "#schemas/errors.ts";
import { formatAmountShort, parseAmount } from "#schemas/money.ts";
import { limitWords, type Worth } from "./worth.ts";

/** Everything that decides whether a payment may be made, read beforehand. Amounts are stroops of the asset that is sent. */
export interface PolicyFacts {
  readonly now: Date;
  readonly assetCode: string;
  readonly amount: bigint;
  readonly isFrozen: boolean;
  readonly isHalted: boolean;
  readonly isKycRequired: boolean;
  readonly isKycVerified: boolean;
  /** End of the pause after a change of credentials; null where there is none. */
  readonly coolOffUntil: Date | null;
  /** What the payment is worth, as the limit of one payment counts it. */
  readonly worth: Worth;
  /** As decimal text, in what the worth is in. */
  readonly transactionLimit: string;
  readonly dailyLimit: bigint | null;
  /** What was sent within the last 24 hours, this payment not counted. */
  readonly sentInDay: bigint;
  readonly isAllowListOn: boolean;
  /** From when the recipient may be paid; null where it is not listed. */
  readonly allowedFrom: Date | null;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
}

/**
 * A rule answers with the facts of its refusal, or null where it has nothing against the payment. Rules about who pays are
 * told before whatever else is wrong with a payment, rules about the payment after.
 */
interface Rule {
  readonly code: ErrorCode;
  readonly about: "payer" | "payment";
  readonly refuse: (facts: PolicyFacts) => ErrorFacts | null;
}

/** The rules of sending, in the order in which a person is told of them. */
export const POLICY_RULES: readonly Rule[] = [
  { code: "account-frozen", about: "payer", refuse: ({ isFrozen }) => (isFrozen ? {} : null) },
  { code: "payments-halted", about: "payer", refuse: ({ isHalted, assetCode }) => (isHalted ? { assetCode } : null) },
  {
    code: "kyc-required",
    about: "payer",
    refuse: ({ isKycRequired, isKycVerified }) => (isKycRequired && !isKycVerified ? {} : null),
  },
  { code: "cool-off", about: "payer", refuse: ({ coolOffUntil }) => coolOffUntil && { until: wordsOf(coolOffUntil) } },
  {
    code: "limit-exceeded",
    about: "payment",
    refuse: ({ worth, transactionLimit, assetCode }) =>
      worth.amount > parseAmount(transactionLimit) ? { limit: limitWords(transactionLimit, worth, assetCode) } : null,
  },
  { code: "daily-limit-exceeded", about: "payment", refuse: refuseDaily },
  {
    code: "recipient-not-allowed",
    about: "payment",
    refuse: ({ isAllowListOn, allowedFrom }) => (isAllowListOn && !allowedFrom ? {} : null),
  },
  {
    code: "recipient-on-hold",
    about: "payment",
    refuse: ({ isAllowListOn, allowedFrom, now }) =>
      isAllowListOn && allowedFrom && allowedFrom > now ? { until: wordsOf(allowedFrom) } : null,
  },
];

/** Everything the rules of one kind have against a payment, the first first. */
export function refusalsOf(facts: PolicyFacts, kind: Rule["about"]): Refusal[] {
  return POLICY_RULES.flatMap(({ code, about, refuse }) => {
    const refusal = about === kind ? refuse(facts) : null;
    return refusal ? [{ code, facts: refusal }] : [];
  });
}

function refuseDaily({ amount, dailyLimit, sentInDay }: PolicyFacts): ErrorFacts | null {
  if (dailyLimit === null || sentInDay + amount <= dailyLimit) return null;
  const left = dailyLimit > sentInDay ? dailyLimit - sentInDay : 0n;
  return { limit: formatAmountShort(dailyLimit), left: formatAmountShort(left) };
}

/** An instant as a person reads it, to the minute, in UTC. */
function wordsOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
