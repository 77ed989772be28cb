import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { AssetCode, Id, Instant, Json, NATIVE_CODE, reasonText, textUpTo } from "./values/fields.ts";
import { Amount, Decimal } from "./values/money.ts";
import { hasHiddenMarks } from "./values/memo.ts";
import { syncRow } from "./sync-row.ts";
import { FilterDay, LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import { says } from "./values/field-sentences.ts";
import { SubmissionState } from "./wallet.ts";

export const DepositStatus = v.picklist(["pending", "approved", "crediting", "credited", "rejected", "failed"]);
export type DepositStatus = v.InferOutput<typeof DepositStatus>;

/** A way to pay in. */
export const PaymentMethods = entity(
  "payment_methods",
  {
    methodName: v.string(),
    displayName: v.string(),
    active: v.optional(v.boolean(), true),
    configSettings: v.optional(Json, {}),
    lastUpdated: StoredDate,
  },
  [["methodName"]],
);

/** Cash App, as the way to pay in is called that was the only one once. */
export const CASH_APP = "cashapp";
/** What operators call another way to pay in by, for good: deposits are kept under it. */
export const MethodName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(?!cashapp$)[a-z0-9][a-z0-9-]{1,31}$/, says("method-name")),
);

/** A deposit under verification, by Cash App or another way; `amount` is in USD, `xlmCredited` what was paid out. */
export const CashAppDeposits = entity("cash_app_deposits", {
  userId: Id,
  methodName: v.optional(v.string(), CASH_APP),
  amount: Amount,
  depositDate: StoredDate,
  cashAppUsername: v.string(),
  cashAppTransactionId: v.string(),
  recipientNumber: optionalText,
  status: v.optional(DepositStatus, "pending"),
  verifiedBy: optionalInteger,
  verificationDate: optionalDate,
  notes: optionalText,
  xlmCredited: v.optional(v.nullable(Amount), null),
  xlmRate: v.optional(v.nullable(Decimal), null),
  transactionId: optionalInteger,
  createdAt: StoredDate,
});

/** A payment as its sender declared it, matched to deposits by transaction id. */
export const CashAppPayments = entity(
  "cashapp_payments",
  {
    userId: Id,
    amount: Amount,
    transactionId: v.string(),
    status: v.optional(v.picklist(["pending", "verified", "rejected"]), "pending"),
    assetCode: v.optional(AssetCode, NATIVE_CODE),
    estimatedXlm: v.optional(v.nullable(Amount), null),
    xlmRate: v.optional(v.nullable(Decimal), null),
    createdAt: StoredDate,
    verifiedAt: optionalDate,
    notes: optionalText,
  },
  [["transactionId"]],
);

/** What a person declares after paying by Cash App: USD, their cashtag, and the app's transaction id. */
export const CashAppDepositInput = v.strictObject({
  methodName: v.optional(v.literal(CASH_APP), CASH_APP),
  amount: Amount,
  cashAppUsername: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\$?[A-Za-z][A-Za-z0-9_-]{0,19}$/, says("cashtag")),
    v.transform((tag) => (tag.startsWith("$") ? tag : `$${tag}`)),
  ),
  cashAppTransactionId: v.pipe(
    v.string(),
    v.trim(),
    v.toUpperCase(),
    v.regex(/^#?[A-Z0-9-]{4,40}$/, says("cash-app-id")),
    v.transform((id) => id.replace("#", "")),
  ),
});

/** What is typed of a payment: one line of what can be seen. */
function seenText(most: number, least: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(least, says("payment-text")),
    v.maxLength(most, says("at-most", { most })),
    v.check((text) => !hasHiddenMarks(text), says("payment-text")),
  );
}

/** The same of another way: who paid, as that way knows them, and what it calls the payment. */
export const OtherDepositInput = v.strictObject({
  methodName: MethodName,
  amount: Amount,
  cashAppUsername: seenText(32, 2),
  cashAppTransactionId: v.pipe(seenText(64, 4), v.toUpperCase()),
});

export const DepositInput = v.variant("methodName", [CashAppDepositInput, OtherDepositInput]);
export type DepositInput = v.InferOutput<typeof DepositInput>;

const DepositFields = {
  id: v.number(),
  amount: Amount,
  cashAppUsername: v.string(),
  cashAppTransactionId: v.string(),
  status: DepositStatus,
  xlmRate: v.nullable(Decimal),
  xlmCredited: v.nullable(Amount),
  notes: v.nullable(v.string()),
  createdAt: Instant,
};

/** A deposit as its owner sees it. */
export const DepositOutput = v.strictObject(DepositFields);
export type DepositOutput = v.InferOutput<typeof DepositOutput>;

/** The terms of a deposit: where to pay, XLM per USD as of now, and between which amounts in USD; null is no bound. */
export const DepositOffer = v.strictObject({
  recipient: v.string(),
  xlmRate: Decimal,
  minAmount: v.nullable(Amount),
  maxAmount: v.nullable(Amount),
});
export type DepositOffer = v.InferOutput<typeof DepositOffer>;

/** Another way to pay in, as people read it. */
export const OtherOffer = v.strictObject({
  ...DepositOffer.entries,
  methodName: MethodName,
  displayName: v.string(),
  /** What to do, in the words of operators. */
  instructions: v.string(),
  /** What it calls the one who pays, and the payment. */
  handleLabel: v.string(),
  idLabel: v.string(),
});
export type OtherOffer = v.InferOutput<typeof OtherOffer>;
export const DepositsOutput = v.strictObject({
  /** Null while deposits are switched off. */
  offer: v.nullable(DepositOffer),
  /** What else there is, in its order; nothing in answers from before there was anything else. */
  others: v.optional(v.array(OtherOffer), []),
  deposits: v.array(DepositOutput),
  /** Who sells XLM for a card, and the page of theirs that knows the person's wallet; null where nobody does. */
  card: v.nullable(v.strictObject({ seller: v.string(), url: v.string() })),
});

/** A deposit as it is replicated to its owner. */
export const DepositRow = syncRow({
  /** The number under which people and operators talk of it. */
  depositId: Id,
  /** USD. */
  amount: Amount,
  cashAppUsername: textUpTo(32),
  cashAppTransactionId: textUpTo(64),
  /** Whom it was to be paid to. */
  recipient: textUpTo(64),
  status: DepositStatus,
  /** At the rate of its declaration; null where that is not known. */
  estimatedXlm: v.nullable(Amount),
  /** Fixed by its approval. */
  xlmRate: v.nullable(Decimal),
  xlmCredited: v.nullable(Amount),
  /** Why it was rejected or failed; empty otherwise. */
  reason: textUpTo(1000),
  /** What it was paid by; empty for Cash App. */
  method: v.optional(textUpTo(40), ""),
  /** The transaction that credited it; empty before. */
  hash: textUpTo(64),
  createdAt: Instant,
});
export type DepositRow = v.InferOutput<typeof DepositRow>;

/** A deposit as operators see it, oldest first. */
export const DepositForOperators = v.strictObject({
  ...DepositFields,
  userId: v.number(),
  methodName: v.string(),
  /** What people call it. */
  methodLabel: v.string(),
  /** Other deposits that name the same transaction. */
  duplicates: v.array(v.number()),
  /** Operators who approved it so far. */
  approvedBy: v.array(v.number()),
  /** Whether it needs a second operator. */
  needsSecond: v.boolean(),
  submissionId: v.nullable(v.number()),
});
export type DepositForOperators = v.InferOutput<typeof DepositForOperators>;
/** One deposit, whatever became of it, with the payment that credits it; null before there is one. */
export const DepositWithPayment = v.strictObject({
  ...DepositForOperators.entries,
  payment: v.nullable(
    v.strictObject({
      state: SubmissionState,
      hash: v.nullable(v.string()),
      ledger: v.nullable(v.number()),
      /** Why it stands so, in English. */
      reason: v.string(),
    }),
  ),
});
export type DepositWithPayment = v.InferOutput<typeof DepositWithPayment>;
/** What a way to pay in is called, Cash App too, where it is searched by. */
const AnyMethod = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{1,31}$/, "Malformed method"));
/** Which of the deposits that wait. */
export const DEPOSIT_FILTERS = { ...LIST_FILTERS, method: v.optional(AnyMethod) };
/** `after` is the number of a deposit: what follows was declared later. */
export const DepositQueueQuery = v.strictObject({ ...DEPOSIT_FILTERS, after: v.optional(RowPlace) });
export type DepositQueueQuery = v.InferOutput<typeof DepositQueueQuery>;
/** 200 at most, oldest first. */
export const DepositQueueOutput = v.strictObject({ deposits: v.array(DepositForOperators), next: NextRow });
export type DepositQueueOutput = v.InferOutput<typeof DepositQueueOutput>;

/** XLM per USD: what a dollar buys. */
const XlmRate = v.pipe(
  Decimal,
  v.check((text) => !text.startsWith("-") && /[1-9]/.test(text), says("rate")),
);

export const DepositParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed deposit number"), v.transform(Number)),
});
/** The rate of this moment unless another is given, with a reason. */
export const ApproveDepositInput = v.variant("rate", [
  v.strictObject({ rate: v.literal("current"), reason: reasonText(300) }),
  v.strictObject({ rate: v.literal("other"), xlmRate: XlmRate, reason: reasonText(300) }),
]);
export type ApproveDepositInput = v.InferOutput<typeof ApproveDepositInput>;
export const RejectDepositInput = v.strictObject({ reason: reasonText(300) });

const RateTolerance = v.pipe(v.string(), v.regex(/^([0-4]?\d(\.\d{1,2})?|50)$/, says("percentage-to-50")));

/** How deposits are taken; null switches them off. */
export const DepositSettings = v.strictObject({
  recipient: v.pipe(v.string(), v.trim(), v.regex(/^\$[A-Za-z][A-Za-z0-9_-]{0,19}$/, says("own-cashtag"))),
  xlmRate: XlmRate,
  /**
   * USD above which a second operator has to agree: of what was paid in or of what is credited for it, and of all that one
   * operator credits to one person within a day; null for never.
   */
  secondAbove: v.nullable(Amount),
  /** By how much, in percent, what is credited may be worth more than what was paid in before a second operator has to agree. */
  rateTolerance: v.optional(RateTolerance, "3"),
  /** USD that one deposit has at least and at most; null for no bound. */
  minAmount: v.optional(v.nullable(Amount), null),
  maxAmount: v.optional(v.nullable(Amount), null),
});
export type DepositSettings = v.InferOutput<typeof DepositSettings>;
export const DepositSettingsOutput = v.strictObject({ settings: v.nullable(DepositSettings) });
export const DepositSettingsInput = v.strictObject({
  settings: v.nullable(DepositSettings),
  reason: reasonText(500),
});

/** One line of what people read of a way to pay in. */
function shownLine(most: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, says("method-text")),
    v.maxLength(most, says("at-most", { most })),
    v.check((text) => !hasHiddenMarks(text), says("method-text")),
  );
}

/** How deposits are taken in another way than Cash App. */
export const MethodSettings = v.strictObject({
  ...DepositSettings.entries,
  recipient: shownLine(64),
  displayName: shownLine(40),
  instructions: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(1000, says("at-most", { most: 1000 })),
    v.check((text) => !hasHiddenMarks(text.replaceAll(/\r?\n/g, " ")), says("method-text")),
  ),
  handleLabel: shownLine(40),
  idLabel: shownLine(40),
  /** Where it stands among the others, the lowest first. */
  order: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999)),
});
export type MethodSettings = v.InferOutput<typeof MethodSettings>;

/** Another way to pay in, as operators set it. */
export const DepositMethod = v.strictObject({
  id: v.number(),
  methodName: MethodName,
  isOn: v.boolean(),
  /** What was set last, also while it is off. */
  settings: MethodSettings,
  lastUpdated: Instant,
});
export type DepositMethod = v.InferOutput<typeof DepositMethod>;
/** In their order; `cardSeller` is the host of who sells XLM for a card, which the environment alone sets, null for nobody. */
export const DepositMethodsOutput = v.strictObject({
  methods: v.array(DepositMethod),
  cardSeller: v.nullable(v.string()),
});
export const MethodParams = v.strictObject({ method: MethodName });
/** Null settings switch it off. */
export const MethodSettingsInput = v.strictObject({
  settings: v.nullable(MethodSettings),
  reason: reasonText(500),
});

/** Deposits that nothing more is done about, and the days (UTC) of their decision. */
export const DECIDED_FILTERS = {
  ...LIST_FILTERS,
  status: v.optional(v.picklist(["credited", "rejected", "failed"])),
  method: v.optional(AnyMethod),
  userId: v.optional(DepositParams.entries.id),
  from: v.optional(FilterDay),
  to: v.optional(FilterDay),
};
/** `before` is the number of a deposit: what follows was declared earlier. */
export const DecidedDepositsQuery = v.strictObject({ ...DECIDED_FILTERS, before: v.optional(RowPlace) });
export type DecidedDepositsQuery = v.InferOutput<typeof DecidedDepositsQuery>;
/** A deposit that was decided, who did, and when. */
export const DecidedDeposit = v.strictObject({
  ...DepositForOperators.entries,
  verifiedBy: v.nullable(v.number()),
  decidedAt: v.nullable(Instant),
});
export type DecidedDeposit = v.InferOutput<typeof DecidedDeposit>;
/** Those declared last first, 100 at most; `next` is where the next page goes on, null for the last. */
export const DecidedDepositsOutput = v.strictObject({
  deposits: v.array(DecidedDeposit),
  next: v.nullable(v.number()),
});
export type DecidedDepositsOutput = v.InferOutput<typeof DecidedDepositsOutput>;
