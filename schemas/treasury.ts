import * as v from "valibot";
import { HouseAccount, HousePurpose } from "./overview.ts";
import { TransactionStatus, TransactionType } from "./transactions.ts";
import {
  ACCOUNT_PATTERN,
  AssetCode,
  IdempotencyKey,
  Instant,
  NATIVE_CODE,
  reasonText,
  textUpTo,
} from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { says } from "./values/field-sentences.ts";
import { SubmissionState } from "./wallet.ts";

/** Rows of a page of what moved on an account of the house. */
export const MOVEMENTS_PAGE = 50;

const Side = v.nullable(Amount);

const HouseAsset = v.strictObject({
  assetCode: AssetCode,
  /** Empty for XLM. */
  issuer: textUpTo(56),
  /** What the ledger has; null where it cannot be asked, or has none. */
  ledger: Side,
  /** What is recorded here; null where nothing is. */
  recorded: Side,
  /** What of it may be paid: less what the network and payments under way keep back. */
  spendable: Amount,
  /** What of that belongs to others: approved deposits that were not begun, and what arrived for nobody known. */
  owed: Amount,
  /** Whether both sides say the same; what the ledger does not say agrees. */
  agrees: v.boolean(),
});
export type HouseAsset = v.InferOutput<typeof HouseAsset>;

/** What of an asset may be paid out of an account within 24 hours, and what of that is used. */
export const HouseBudget = v.strictObject({
  assetCode: AssetCode,
  /** Empty for XLM. */
  issuer: textUpTo(56),
  daily: Amount,
  used: Amount,
});
export type HouseBudget = v.InferOutput<typeof HouseBudget>;

/** A payment of the house that no ledger has decided yet. */
const HousePayment = v.strictObject({
  id: v.number(),
  kind: v.string(),
  state: SubmissionState,
  /** Null for what moves no single amount. */
  amount: v.nullable(Amount),
  assetCode: v.string(),
  to: v.string(),
  createdAt: Instant,
});
export type HousePayment = v.InferOutput<typeof HousePayment>;

/** An account of the house: what it has, on both sides, and what is about to leave it. */
export const TreasuryAccount = v.strictObject({
  ...HouseAccount.entries,
  /** XLM first, then by code. */
  assets: v.array(HouseAsset),
  /** Of whatever has no budget any amount may be paid out. */
  budgets: v.array(HouseBudget),
  /** 20 at most, the oldest first. */
  underWay: v.array(HousePayment),
  /** Whether it is paid into from outside; one that keeps what is others' is not. */
  takesTopUps: v.boolean(),
});
export type TreasuryAccount = v.InferOutput<typeof TreasuryAccount>;

export const TreasuryOutput = v.strictObject({
  at: Instant,
  /** The ledger that was asked; null where none answers. */
  ledger: v.nullable(v.number()),
  /** The memo by which whoever runs the house pays in the house's own money. */
  topUpMemo: v.string(),
  /** Of the network, for a wallet that reads the code. */
  passphrase: v.string(),
  accounts: v.array(TreasuryAccount),
});
export type TreasuryOutput = v.InferOutput<typeof TreasuryOutput>;

/** `before` is the `next` of an answer: what follows was recorded earlier. */
export const HouseMovementsQuery = v.strictObject({
  account: HousePurpose,
  before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed number"), v.transform(Number))),
});

const HouseMovement = v.strictObject({
  id: v.number(),
  type: TransactionType,
  isIncoming: v.boolean(),
  assetCode: AssetCode,
  issuer: textUpTo(56),
  amount: Amount,
  /** What the network took for it, in XLM. */
  fee: Amount,
  from: v.string(),
  to: v.string(),
  memo: v.string(),
  hash: v.string(),
  status: TransactionStatus,
  ledger: v.number(),
  at: Instant,
});
export type HouseMovement = v.InferOutput<typeof HouseMovement>;

/** The latest first, {@link MOVEMENTS_PAGE} at most. */
export const HouseMovementsOutput = v.strictObject({
  movements: v.array(HouseMovement),
  next: v.nullable(v.number()),
});
export type HouseMovementsOutput = v.InferOutput<typeof HouseMovementsOutput>;

/** Money that goes from one account of the house to another. */
export const HouseTransfer = v.strictObject({
  from: HousePurpose,
  to: HousePurpose,
  assetCode: AssetCode,
  issuer: textUpTo(56),
  amount: Amount,
});
export type HouseTransfer = v.InferOutput<typeof HouseTransfer>;

/** Whether code and issuer name one asset: XLM has no issuer, and nothing else is without one. */
function namesAsset({ assetCode, issuer }: Pick<HouseTransfer, "assetCode" | "issuer">): boolean {
  return assetCode === NATIVE_CODE ? issuer === "" : ACCOUNT_PATTERN.test(issuer);
}

export const HouseTransferInput = v.pipe(
  v.strictObject({ ...HouseTransfer.entries, idempotencyKey: IdempotencyKey, reason: reasonText(300) }),
  v.forward(v.partialCheck([["assetCode"], ["issuer"]], namesAsset, says("asset-key")), ["assetCode"]),
  v.forward(
    v.partialCheck([["from"], ["to"]], ({ from, to }) => from !== to, says("another-account")),
    ["to"],
  ),
);
/** The payment that carries it out. */
export const HouseTransferOutput = v.strictObject({ submissionId: v.number(), state: SubmissionState });
export type HouseTransferOutput = v.InferOutput<typeof HouseTransferOutput>;

/** How much of an asset may be paid out of an account within 24 hours; null is no limit. */
export const HouseBudgetSetting = v.strictObject({
  purpose: HousePurpose,
  assetCode: AssetCode,
  issuer: textUpTo(56),
  daily: v.nullable(Amount),
});
export type HouseBudgetSetting = v.InferOutput<typeof HouseBudgetSetting>;

/** `former` is what whoever sets it has seen. */
export const HouseBudgetInput = v.strictObject({
  ...HouseBudgetSetting.entries,
  former: v.nullable(Amount),
  reason: reasonText(300),
});
export type HouseBudgetInput = v.InferOutput<typeof HouseBudgetInput>;
/** All budgets of that account. */
export const HouseBudgetsOutput = v.strictObject({ budgets: v.array(HouseBudget) });
export type HouseBudgetsOutput = v.InferOutput<typeof HouseBudgetsOutput>;
