import type { ErrorCode, ErrorFacts } from "#schemas/errors.ts";
import { formatAmountShort, parseAmount } from "#schemas/money.ts";
import { limitWords, type Worth } from "./worth.ts";

/** What decides whether an account may begin anything with its money, read beforehand. */
export interface PayerFacts {
  readonly now: Date;
  /** Of what is sent, or of an asset that is halted. */
  readonly assetCode: string;
  readonly isFrozen: boolean;
  readonly isHalted: boolean;
  readonly isKycRequired: boolean;
  readonly isKycVerified: boolean;
  /** Whether the first payment still waits for the payer's mailbox to be shown to be theirs. */
  readonly isMailboxUnproven: boolean;
  /** End of the pause after a change of credentials; null where there is none. */
  readonly coolOffUntil: Date | null;
}

/** Everything that decides whether a payment may be made, read beforehand. Amounts are stroops of the asset that is sent. */
export interface PolicyFacts extends PayerFacts {
  readonly amount: bigint;
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
interface Rule<Facts> {
  readonly code: ErrorCode;
  readonly refuse: (facts: Facts) => ErrorFacts | null;
}

const PAYER_RULES: readonly Rule<PayerFacts>[] = [
  { code: "account-frozen", refuse: ({ isFrozen }) => (isFrozen ? {} : null) },
  { code: "payments-halted", refuse: ({ isHalted, assetCode }) => (isHalted ? { assetCode } : null) },
  {
    code: "kyc-required",
    refuse: ({ isKycRequired, isKycVerified }) => (isKycRequired && !isKycVerified ? {} : null),
  },
  { code: "mailbox-unproven", refuse: ({ isMailboxUnproven }) => (isMailboxUnproven ? {} : null) },
  { code: "cool-off", refuse: ({ coolOffUntil }) => coolOffUntil && { until: wordsOf(coolOffUntil) } },
];

const PAYMENT_RULES: readonly Rule<PolicyFacts>[] = [
  {
    code: "limit-exceeded",
    refuse: ({ worth, transactionLimit, assetCode }) =>
      worth.amount > parseAmount(transactionLimit) ? { limit: limitWords(transactionLimit, worth, assetCode) } : null,
  },
  { code: "daily-limit-exceeded", refuse: refuseDaily },
  {
    code: "recipient-not-allowed",
    refuse: ({ isAllowListOn, allowedFrom }) => (isAllowListOn && !allowedFrom ? {} : null),
  },
  {
    code: "recipient-on-hold",
    refuse: ({ isAllowListOn, allowedFrom, now }) =>
      isAllowListOn && allowedFrom && allowedFrom > now ? { until: wordsOf(allowedFrom) } : null,
  },
];

/** The rules of sending, in the order in which a person is told of them. */
export const POLICY_RULES: readonly Rule<PolicyFacts>[] = [...PAYER_RULES, ...PAYMENT_RULES];

/** Everything that stands against whoever pays, the first first. */
export function payerRefusals(facts: PayerFacts): Refusal[] {
  return refusalsBy(PAYER_RULES, facts);
}

/** Everything the rules about a payment itself have against it, the first first. */
export function paymentRefusals(facts: PolicyFacts): Refusal[] {
  return refusalsBy(PAYMENT_RULES, facts);
}

function refusalsBy<Facts>(rules: readonly Rule<Facts>[], facts: Facts): Refusal[] {
  return rules.flatMap(({ code, refuse }) => {
    const refusal = refuse(facts);
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
