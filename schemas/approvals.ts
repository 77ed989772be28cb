import * as v from "valibot";
import { LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import { DepositSettings, MethodName, MethodSettings } from "./deposits.ts";
import { Email } from "./auth.ts";
import { AffiliateTermsFields } from "./affiliate-desk.ts";
import { StakingOfferFields } from "./staking-desk.ts";
import { ComingRule, FeeRuleFields } from "./fees.ts";
import { FourEyesSettings } from "./four-eyes.ts";
import { RejectCause } from "./kyc.ts";
import { type Permission, Role } from "./operators.ts";
import { InterfaceSetting } from "./interface.ts";
import { ListedTerms } from "./listing.ts";
import { AssetKey } from "./markets.ts";
import { AssetCode, Id, IdempotencyKey, Instant, reasonText, requiredText, textUpTo } from "./values/fields.ts";
import { HouseBudgetSetting, HouseTransfer } from "./treasury.ts";
import { Amount, Decimal } from "./values/money.ts";
import { PriceText } from "./values/price.ts";
import { OperatorPolicy, PersonLimits } from "./security.ts";
import { says } from "./values/field-sentences.ts";
import { ResolutionInput } from "./wallet.ts";

const IssuerOrNone = textUpTo(56);
/** A user, or 0 for the house. */
const UserOrHouse = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A user, 0 for the account's owner, and -1 where what protects it was changed past the server. */
const Freezer = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));

/**
 * What an operator can propose that needs a second one's word, whole: what is approved is exactly this. `former` is what was
 * set when it was proposed; if it is set otherwise by then, the proposal is void.
 */
export const ProposalContent = v.variant("kind", [
  v.strictObject({
    kind: v.literal("credit-deposit"),
    depositId: Id,
    userId: Id,
    usd: Amount,
    xlmRate: Decimal,
    xlmCredited: Amount,
    /** USD for an XLM by our guarded price when it was proposed; null where there was none. */
    price: v.nullable(PriceText),
    /** Whether its payment failed and is to be made again. */
    isRetry: v.boolean(),
  }),
  v.strictObject({ kind: v.literal("reject-deposit"), depositId: Id, userId: Id, usd: Amount }),
  v.strictObject({
    kind: v.literal("set-deposits"),
    settings: v.nullable(DepositSettings),
    former: v.nullable(DepositSettings),
  }),
  v.strictObject({
    kind: v.literal("set-deposit-method"),
    methodName: MethodName,
    settings: v.nullable(MethodSettings),
    /** What is in force; null while it is off or is none yet. */
    former: v.nullable(MethodSettings),
  }),
  v.strictObject({ kind: v.literal("set-policy"), policy: OperatorPolicy, former: OperatorPolicy }),
  v.strictObject({
    kind: v.literal("set-fee"),
    /** Null for a new rule. */
    ruleId: v.nullable(Id),
    rule: FeeRuleFields,
    former: v.nullable(FeeRuleFields),
    /** From when it holds; at once where it is not said. */
    effectiveAt: v.optional(Instant),
    /** What was to become of the rule, which then does not. */
    formerNext: v.optional(ComingRule),
  }),
  v.strictObject({
    kind: v.literal("set-staking-offer"),
    /** Null for a new one. */
    offerId: v.nullable(Id),
    offer: StakingOfferFields,
    former: v.nullable(StakingOfferFields),
    /** The version that was seen; 0 for a new one. */
    version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    /** From when another rate of a flexible one counts. */
    rateFrom: v.optional(Instant),
  }),
  v.strictObject({
    kind: v.literal("set-affiliate"),
    terms: AffiliateTermsFields,
    former: v.nullable(AffiliateTermsFields),
    /** The version that was seen; 0 before there was one. */
    version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  v.strictObject({
    kind: v.literal("pay-affiliates"),
    /** What could be paid when it was begun, in dollars: no more is. */
    limit: Amount,
    payouts: Id,
    assetCode: AssetCode,
    issuer: textUpTo(56),
  }),
  v.strictObject({ kind: v.literal("list-asset"), terms: ListedTerms }),
  v.strictObject({ kind: v.literal("set-dollar"), asset: v.nullable(AssetKey), former: v.nullable(AssetKey) }),
  v.strictObject({ kind: v.literal("set-interface"), setting: InterfaceSetting, former: InterfaceSetting }),
  v.strictObject({
    kind: v.literal("approve-submission"),
    submissionId: Id,
    userId: Id,
    /** Whom it pays how much of what; null where it is no payment. */
    to: v.nullable(v.string()),
    amount: v.nullable(Amount),
    assetCode: v.nullable(AssetCode),
  }),
  v.strictObject({
    kind: v.literal("resolve-submission"),
    submissionId: Id,
    userId: UserOrHouse,
    resolution: ResolutionInput,
    /** Whether our own node has the ledger that shows it. */
    isProven: v.boolean(),
  }),
  v.strictObject({
    kind: v.literal("accept-difference"),
    assetCode: AssetCode,
    issuer: IssuerOrNone,
    /** Of the differences that are meant: others are not accepted with it. */
    fingerprint: v.string(),
    /** What differs, in words. */
    differs: v.string(),
    /** What the differences come to, in USD; null where no price is known. */
    usd: v.nullable(Amount),
    evidence: requiredText(500, says("say-what-found")),
  }),
  v.strictObject({
    kind: v.literal("claim-suspense"),
    itemId: Id,
    userId: Id,
    assetCode: AssetCode,
    issuer: IssuerOrNone,
    amount: Amount,
    from: v.string(),
  }),
  v.strictObject({
    kind: v.literal("move-house-money"),
    ...HouseTransfer.entries,
    /** Of the confirmation that asked for it: what is paid by it is paid once. */
    key: IdempotencyKey,
    askedAt: Instant,
  }),
  v.strictObject({
    kind: v.literal("set-house-budget"),
    ...HouseBudgetSetting.entries,
    /** What was set until then; null for no limit. */
    former: v.nullable(Amount),
  }),
  v.strictObject({
    kind: v.literal("return-suspense"),
    itemId: Id,
    assetCode: AssetCode,
    issuer: IssuerOrNone,
    amount: Amount,
    from: v.string(),
  }),
  v.strictObject({
    kind: v.literal("rotate-key"),
    userId: Id,
    account: v.string(),
    kmsKey: v.string(),
    /** Of that key, as the service said when it was proposed. */
    publicKey: v.string(),
  }),
  v.strictObject({
    kind: v.literal("rewrap-vault"),
    /** The number of the key that is to lock everything. */
    key: Id,
    /** What former keys locked when it was proposed. */
    locks: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  v.strictObject({
    kind: v.literal("approve-identity"),
    identityId: Id,
    userId: Id,
    /** As it was seen. */
    version: Id,
  }),
  v.strictObject({
    kind: v.literal("reject-identity"),
    identityId: Id,
    userId: Id,
    version: Id,
    cause: RejectCause,
    /** What its person reads. */
    note: textUpTo(300),
  }),
  v.strictObject({ kind: v.literal("freeze"), userId: Id }),
  v.strictObject({ kind: v.literal("end-sessions"), userId: Id }),
  v.strictObject({
    kind: v.literal("reset-second-factor"),
    userId: Id,
    /** When their password or second factor was changed last; null for never. */
    changedAt: v.nullable(Instant),
  }),
  v.strictObject({ kind: v.literal("set-limits"), userId: Id, limits: PersonLimits, former: PersonLimits }),
  v.strictObject({ kind: v.literal("let-go"), userId: Id, frozenBy: Freezer }),
  /** No roles is no operator any more. */
  v.strictObject({
    kind: v.literal("set-roles"),
    userId: Id,
    roles: v.array(Role),
    former: v.array(Role),
  }),
  v.strictObject({ kind: v.literal("invite-operator"), email: Email, roles: v.array(Role) }),
  v.strictObject({ kind: v.literal("set-four-eyes"), settings: FourEyesSettings, former: FourEyesSettings }),
]);
export type ProposalContent = v.InferOutput<typeof ProposalContent>;
export type ProposalKind = ProposalContent["kind"];
export type ContentOf<Kind extends ProposalKind> = Extract<ProposalContent, { readonly kind: Kind }>;

/** What both who propose and who approve an act have to be allowed. */
export const PERMISSION_OF_PROPOSAL = {
  "credit-deposit": "deposits.decide",
  "reject-deposit": "deposits.decide",
  "set-deposits": "deposits.set",
  "set-deposit-method": "deposits.set",
  "set-policy": "policy.set",
  "set-fee": "fees.set",
  "set-staking-offer": "staking.set",
  "set-affiliate": "affiliate.set",
  "pay-affiliates": "affiliate.pay",
  "approve-submission": "payments.decide",
  "resolve-submission": "payments.decide",
  "accept-difference": "books.decide",
  "claim-suspense": "books.decide",
  "move-house-money": "treasury.transfer",
  "set-house-budget": "treasury.set-budget",
  "return-suspense": "books.decide",
  "rotate-key": "users.rotate-key",
  "rewrap-vault": "keys.rotate",
  "approve-identity": "identities.decide",
  "reject-identity": "identities.decide",
  freeze: "users.freeze",
  "end-sessions": "users.end-sessions",
  "reset-second-factor": "users.reset-factor",
  "set-limits": "users.set-limits",
  "let-go": "users.freeze",
  "set-roles": "operators.set",
  "invite-operator": "operators.set",
  "set-four-eyes": "four-eyes.set",
  "list-asset": "listings.edit",
  "set-dollar": "listings.set-dollar",
  "set-interface": "interface.set",
} as const satisfies Readonly<Record<ProposalKind, Permission>> & Readonly<Record<keyof FourEyesSettings, Permission>>;

/**
 * `approved` is one that waits for its time before it is carried out; `void` one that the world had moved past when it was to
 * be.
 */
export const ProposalState = v.picklist(["proposed", "approved", "done", "rejected", "withdrawn", "expired", "void"]);
export type ProposalState = v.InferOutput<typeof ProposalState>;

/** A proposal as operators see it. */
export const ProposalOutput = v.strictObject({
  id: v.number(),
  content: ProposalContent,
  /** What would be done, in one sentence. */
  says: v.string(),
  /** Why one operator's word is not enough. */
  why: v.string(),
  /** Whose account it is about; null where it concerns everybody or the house. */
  userId: v.nullable(v.number()),
  reason: v.string(),
  /** Of everything that is proposed: whoever approves names what they saw. */
  digest: v.string(),
  state: ProposalState,
  proposedBy: v.number(),
  proposedAt: Instant,
  expiresAt: Instant,
  approvedBy: v.nullable(v.number()),
  approvedAt: v.nullable(Instant),
  /** When it is carried out, where it waits after its approval; until then any operator can stop it. */
  carriedOutFrom: v.nullable(Instant),
  /** Who rejected or withdrew it. */
  endedBy: v.nullable(v.number()),
  endedAt: v.nullable(Instant),
  /** Why it was rejected, or is void. */
  ending: v.string(),
});
export type ProposalOutput = v.InferOutput<typeof ProposalOutput>;

/** In place of an act's own answer: nothing was done yet, a second operator has to agree. */
export const AwaitsApproval = v.strictObject({ proposal: ProposalOutput });
export type AwaitsApproval = v.InferOutput<typeof AwaitsApproval>;

const NumberInText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed proposal number"), v.transform(Number));

export const ProposalParams = v.strictObject({ id: NumberInText });
/** Those that wait, unless “all” are to be shown; `before` is the number of one: what follows is older. */
export const ProposalsQuery = v.strictObject({ ...LIST_FILTERS, before: v.optional(RowPlace) });
export type ProposalsQuery = v.InferOutput<typeof ProposalsQuery>;
/** Newest first, 100 at most. */
export const ProposalsOutput = v.strictObject({ proposals: v.array(ProposalOutput), next: NextRow });
export type ProposalsOutput = v.InferOutput<typeof ProposalsOutput>;
export const ApproveProposalInput = v.strictObject({
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, says("digest"))),
  reason: requiredText(300, says("say-why")),
});
export const RejectProposalInput = v.strictObject({ reason: reasonText(300) });
export const WithdrawProposalInput = RejectProposalInput;
