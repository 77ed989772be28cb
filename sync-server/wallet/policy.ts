import type { ErrorFacts } from "#schemas/errors.ts";
import type { IdentityLevel, OperatorPolicy } from "#schemas/security.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { type Refusal, refusalsOf, type Rule, rule } from "#server/platform/rules/rules.ts";
import { countedAmount, limitFacts, unitOf, type Worth } from "#server/prices/index.ts";

/** What decides whether an account may begin anything with its money, read beforehand. */
export interface PayerFacts {
  readonly now: Date;
  /** Of what is sent, or of an asset that is halted. */
  readonly assetCode: string;
  readonly isFrozen: boolean;
  readonly isHalted: boolean;
  /** When an identity is asked for, of such an act and at this time. */
  readonly identityLevel: IdentityLevel;
  readonly isKycVerified: boolean;
  /** Whether the first payment still waits for the payer's mailbox to be shown to be theirs. */
  readonly isMailboxUnproven: boolean;
  /** End of the pause after a change of credentials; null where there is none. */
  readonly coolOffUntil: Date | null;
}

/** What is paid or given away, as limits count it, and what was within the last 24 hours, this not counted. */
export interface CountedWorth {
  readonly worth: Worth;
  readonly assetCode: string;
  /** In ten-millionths of the unit of `worth`. */
  readonly spentInDay: bigint;
}

/** What decides whether so much may go out of who has not shown their identity, read beforehand. */
export interface IdentityFacts extends Pick<PayerFacts, "identityLevel" | "isKycVerified"> {
  /** What goes out, whatever comes in for it, and what went out by the same operation within the last 24 hours. */
  readonly turnover: readonly CountedWorth[];
}

/** Everything that decides whether a payment, or what an exchange gives away, may be made, read beforehand. */
export interface PolicyFacts extends PayerFacts {
  /** One, or several where assets that never had a price are counted each in its own units. */
  readonly worths: readonly CountedWorth[];
  /** As decimal text, in what the worth is in. */
  readonly transactionLimit: string;
  /** In ten-millionths of what the worth is in. */
  readonly dailyLimit: bigint | null;
  readonly isAllowListOn: boolean;
  /** From when the recipient may be paid; null where it is not listed, as is whoever profits by an exchange. */
  readonly allowedFrom: Date | null;
}

// Rules about who pays are told before whatever else is wrong with a payment, rules about the payment after.
const PAYER_RULES: readonly Rule<PayerFacts>[] = [
  rule("account-frozen", ({ isFrozen }) => (isFrozen ? {} : null)),
  rule("payments-halted", ({ isHalted, assetCode }) => (isHalted ? { assetCode } : null)),
  rule("kyc-required", ({ identityLevel, isKycVerified }) =>
    identityLevel.kind === "always" && !isKycVerified ? {} : null,
  ),
  rule("mailbox-unproven", ({ isMailboxUnproven }) => (isMailboxUnproven ? {} : null)),
  rule("cool-off", ({ coolOffUntil }) => coolOffUntil && { until: coolOffUntil.getTime() }),
];

const IDENTITY_RULES: readonly Rule<IdentityFacts>[] = [rule("kyc-required-above", refuseUnverified)];

const PAYMENT_RULES: readonly Rule<PolicyFacts>[] = [
  rule("limit-exceeded", refuseAboveLimit),
  rule("daily-limit-exceeded", refuseDaily),
  rule("recipient-not-allowed", ({ isAllowListOn, allowedFrom }) => (isAllowListOn && !allowedFrom ? {} : null)),
  rule("recipient-on-hold", ({ isAllowListOn, allowedFrom, now }) =>
    isAllowListOn && allowedFrom && allowedFrom > now ? { until: allowedFrom.getTime() } : null,
  ),
];

/** Of an exchange, nobody can tell who gets what it gives away. */
const LOSS_RULES: readonly Rule<PolicyFacts>[] = [
  rule("exchange-limit-exceeded", refuseAboveLimit),
  rule("daily-limit-exceeded", refuseDaily),
  rule("exchange-not-allowed", ({ isAllowListOn, worths: [first] }) =>
    isAllowListOn && first ? { amount: countedAmount(first.worth), unit: unitOf(first.worth, first.assetCode) } : null,
  ),
];

/** The rules of sending, in the order in which a person is told of them. */
export const POLICY_RULES: readonly Rule<PolicyFacts & IdentityFacts>[] = [
  ...PAYER_RULES,
  ...IDENTITY_RULES,
  ...PAYMENT_RULES,
];

/** Everything that stands against whoever pays, the first first. */
export function payerRefusals(facts: PayerFacts): Refusal[] {
  return refusalsOf(PAYER_RULES, facts);
}

/** Everything that stands against so much going out of who has not shown their identity. */
export function identityRefusals(facts: IdentityFacts): Refusal[] {
  return refusalsOf(IDENTITY_RULES, facts);
}

/** Everything the rules about a payment itself have against it, the first first. */
export function paymentRefusals(facts: PolicyFacts): Refusal[] {
  return refusalsOf(PAYMENT_RULES, facts);
}

/** Everything the rules have against what an exchange gives away, the first first. */
export function lossRefusals(facts: PolicyFacts): Refusal[] {
  return refusalsOf(LOSS_RULES, facts);
}

/** Whether any of it waits for an operator. */
export function isAbove({ approveAbove }: OperatorPolicy, worths: readonly CountedWorth[]): boolean {
  return approveAbove !== null && worths.some(({ worth }) => worth.amount > parseAmount(approveAbove));
}

function refuseAboveLimit({ worths, transactionLimit }: PolicyFacts): ErrorFacts | null {
  const above = worths.find(({ worth }) => worth.amount > parseAmount(transactionLimit));
  return above ? limitFacts(transactionLimit, above.worth, above.assetCode) : null;
}

function refuseDaily({ worths, dailyLimit }: PolicyFacts): ErrorFacts | null {
  return dailyLimit === null ? null : factsAbove(worths, dailyLimit);
}

function refuseUnverified({ identityLevel, isKycVerified, turnover }: IdentityFacts): ErrorFacts | null {
  if (isKycVerified || identityLevel.kind !== "above") return null;
  return factsAbove(turnover, parseAmount(identityLevel.perDay));
}

/** How the first of these goes beyond what may go out within a day; null where none does. */
function factsAbove(worths: readonly CountedWorth[], limit: bigint): ErrorFacts | null {
  const above = worths.find(({ worth, spentInDay }) => spentInDay + worth.amount > limit);
  if (!above) return null;
  const { worth, assetCode, spentInDay } = above;
  const left = limit > spentInDay ? limit - spentInDay : 0n;
  return {
    limit: countedAmount({ ...worth, amount: limit }),
    left: countedAmount({ ...worth, amount: left }, "down"),
    unit: unitOf(worth, assetCode),
  };
}
