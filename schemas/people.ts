import * as v from "valibot";
import { DepositStatus } from "./deposits.ts";
import { Instant, requiredText, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { SubmissionState, SubmittedOperation } from "./wallet.ts";
import { WaitingChange } from "./security.ts";
import { TransactionStatus, TransactionType } from "./transactions.ts";
import { says } from "./values/field-sentences.ts";

/** Rows of a page, of people and of whatever a person has. */
export const PEOPLE_PAGE = 50;
/** Far more than a name, an address or a hash has. */
const SEARCH_LENGTH = 254;

const YesOrNo = v.picklist(["yes", "no"]);
export const PeopleSort = v.picklist(["newest", "oldest", "name"]);
export type PeopleSort = v.InferOutput<typeof PeopleSort>;

const FILTERS = {
  /** The beginning of a name, a user ID or an e-mail address; or a number, an address or a transaction's hash, whole. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(SEARCH_LENGTH)), ""),
  frozen: v.optional(YesOrNo),
  factor: v.optional(YesOrNo),
  /** Whether a deposit of theirs waits for something. */
  deposit: v.optional(YesOrNo),
  /** Days in UTC, both of them included. */
  from: v.optional(v.pipe(v.string(), v.isoDate())),
  to: v.optional(v.pipe(v.string(), v.isoDate())),
  /** Where it is not said: what a searched beginning matches best, and otherwise the newest first. */
  sort: v.optional(PeopleSort),
};

/** Which people, and in which order. */
export const PeopleFilters = v.strictObject(FILTERS);
export type PeopleFilters = v.InferOutput<typeof PeopleFilters>;

/** Whose names are asked for, as `1,2,3`. */
export const PeopleNamesQuery = v.strictObject({
  ids: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, "Malformed numbers"),
    v.transform((text) => text.split(",").map(Number)),
    v.maxLength(PEOPLE_PAGE),
  ),
});
/** Who is who among them; of whom there is nobody, nothing. */
export const PeopleNamesOutput = v.strictObject({
  names: v.array(v.strictObject({ id: v.number(), username: v.string() })),
});

/** Whom of them somebody takes along, and why. */
export const PeopleExportQuery = v.strictObject({ ...FILTERS, reason: requiredText(500, says("say-why")) });

/** `after` is the `next` of an answer: what follows comes after it. */
export const PeopleQuery = v.strictObject({ ...FILTERS, after: v.optional(textUpTo(200)) });
export type PeopleQuery = v.InferOutput<typeof PeopleQuery>;

/** What of a person the searched text is: `sent` and `received` of a transaction, `contact` an address that they keep. */
export const FoundBy = v.picklist([
  "name",
  "user-id",
  "email",
  "number",
  "address",
  "contact",
  "sent",
  "received",
  "transaction",
]);
export type FoundBy = v.InferOutput<typeof FoundBy>;

const Face = {
  id: v.number(),
  username: v.string(),
  uniqueUserId: v.string(),
  email: v.string(),
  /** Whether the mailbox has yet to be shown to be theirs. */
  isEmailUnproven: v.boolean(),
  /** Null until the wallet was made. */
  address: v.nullable(v.string()),
  signedUpAt: Instant,
  isOperator: v.boolean(),
  isClosed: v.boolean(),
};

/** A person as the list shows them. */
export const PersonRow = v.strictObject({
  ...Face,
  isFrozen: v.boolean(),
  hasSecondFactor: v.boolean(),
  /** Deposits that wait for something. */
  openDeposits: v.number(),
  /** Empty where nothing was searched. */
  foundBy: v.array(FoundBy),
});
export type PersonRow = v.InferOutput<typeof PersonRow>;

/**
 * A page of people, at most {@link PEOPLE_PAGE}. `next` is null where nobody follows; a page may have fewer rows, or none, and a
 * `next` all the same, where very many had to be looked through.
 */
export const PeopleOutput = v.strictObject({ people: v.array(PersonRow), next: v.nullable(v.string()) });
export type PeopleOutput = v.InferOutput<typeof PeopleOutput>;

/** Lines of comma-separated values, as they come. */
export const CsvOutput = v.custom<AsyncIterable<string>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);

/** All that one screen says of a person first. */
export const PersonOutput = v.strictObject({
  ...Face,
  closedAt: v.nullable(Instant),
  kycStatus: v.string(),
  /** The number of what they sent of their identity, and whether some of it is asked again; null where they sent nothing. */
  identity: v.nullable(v.strictObject({ check: v.number(), isMoreAsked: v.boolean() })),
  /** Whether no key of ours signs their payments alone. */
  isShared: v.boolean(),
  openDeposits: v.number(),
  protections: v.strictObject({
    isFrozen: v.boolean(),
    /** Who froze it; null where it is not frozen or that is not known. */
    frozenBy: v.nullable(v.number()),
    frozenReason: v.string(),
    frozenAt: v.nullable(Instant),
    hasSecondFactor: v.boolean(),
    passkeys: v.number(),
    transactionLimit: Amount,
    dailyLimit: v.nullable(Amount),
    requirePasswordForSend: v.boolean(),
    isAllowListOn: v.boolean(),
    allowedAddresses: v.number(),
    coolOffUntil: v.nullable(Instant),
    waiting: v.array(WaitingChange),
  }),
});
export type PersonOutput = v.InferOutput<typeof PersonOutput>;

const Side = v.nullable(Amount);

/** Their wallet as the ledger has it beside what is recorded here, asset by asset. */
export const PersonWalletOutput = v.strictObject({
  at: Instant,
  address: v.nullable(v.string()),
  ledger: v.variant("state", [
    v.strictObject({ state: v.literal("unreachable") }),
    /** No account is there by this address. */
    v.strictObject({ state: v.literal("missing"), asOfLedger: v.number() }),
    v.strictObject({
      state: v.literal("found"),
      asOfLedger: v.number(),
      /** In XLM: what the network keeps back. */
      reserve: Amount,
      /** As a decimal text. */
      sequence: v.string(),
      /** Public keys that sign, and their weights. */
      signers: v.array(v.strictObject({ key: v.string(), weight: v.number() })),
      threshold: v.number(),
    }),
  ]),
  /** The last ledger that changed what is recorded of it, and the last that was read at all. */
  recorded: v.strictObject({ exists: v.boolean(), asOfLedger: v.number(), ingestedLedger: v.number() }),
  /** Null where that side has nothing of it, or cannot be asked; `shown` and `spendable` are what their devices show. */
  assets: v.array(
    v.strictObject({
      assetCode: v.string(),
      issuer: v.string(),
      ledger: Side,
      recorded: Side,
      shown: Side,
      spendable: Side,
      /** Whether the sides that are known say the same. */
      agrees: v.boolean(),
    }),
  ),
});
export type PersonWalletOutput = v.InferOutput<typeof PersonWalletOutput>;

const NumberInQuery = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed number"), v.transform(Number));
/** `before` is the `next` of an answer: what follows is older. */
export const PersonPartQuery = v.strictObject({ before: v.optional(NumberInQuery) });

const Next = v.nullable(v.number());

export const PersonMovementsOutput = v.strictObject({
  movements: v.array(
    v.strictObject({
      id: v.number(),
      type: TransactionType,
      assetCode: v.string(),
      issuer: v.string(),
      amount: Amount,
      fee: Amount,
      from: v.string(),
      to: v.string(),
      partyName: v.string(),
      memo: v.string(),
      hash: v.string(),
      status: TransactionStatus,
      ledger: v.number(),
      at: Instant,
    }),
  ),
  next: Next,
});
export type PersonMovementsOutput = v.InferOutput<typeof PersonMovementsOutput>;

export const PersonSubmissionsOutput = v.strictObject({
  submissions: v.array(
    v.strictObject({
      id: v.number(),
      kind: v.string(),
      state: SubmissionState,
      /** Why it is in its state, as it was stored (`said.ts`); empty where there is nothing to say. */
      reason: v.string(),
      operations: v.array(SubmittedOperation),
      hash: v.nullable(v.string()),
      ledger: v.nullable(v.number()),
      /** Attempts that were built anew. */
      rebuilds: v.number(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  ),
  next: Next,
});
export type PersonSubmissionsOutput = v.InferOutput<typeof PersonSubmissionsOutput>;

export const PersonDepositsOutput = v.strictObject({
  deposits: v.array(
    v.strictObject({
      id: v.number(),
      /** USD. */
      amount: Amount,
      cashAppUsername: v.string(),
      cashAppTransactionId: v.string(),
      status: DepositStatus,
      xlmCredited: v.nullable(Amount),
      notes: v.nullable(v.string()),
      createdAt: Instant,
    }),
  ),
  next: Next,
});
export type PersonDepositsOutput = v.InferOutput<typeof PersonDepositsOutput>;

/** Where they are signed in now: all of it, which is not many. */
export const PersonSessionsOutput = v.strictObject({
  sessions: v.array(v.strictObject({ device: v.string(), ipAddress: v.string(), startedAt: Instant })),
});
export type PersonSessionsOutput = v.InferOutput<typeof PersonSessionsOutput>;

/** Sign-ins, whether or not their sessions still stand. */
export const PersonSignInsOutput = v.strictObject({
  signIns: v.array(v.strictObject({ id: v.number(), device: v.string(), ipAddress: v.string(), at: Instant })),
  next: Next,
});
export type PersonSignInsOutput = v.InferOutput<typeof PersonSignInsOutput>;

/** What of their protections they were told of; `detail` as it was stored (`said.ts`). */
export const PersonEventsOutput = v.strictObject({
  events: v.array(v.strictObject({ id: v.number(), kind: v.string(), detail: v.string(), at: Instant })),
  next: Next,
});
export type PersonEventsOutput = v.InferOutput<typeof PersonEventsOutput>;

/** What operators wrote down of them, for each other. Nothing of it is changed or taken away. */
export const PersonNotesOutput = v.strictObject({
  notes: v.array(v.strictObject({ id: v.number(), operatorId: v.number(), text: v.string(), at: Instant })),
  next: Next,
});
export type PersonNotesOutput = v.InferOutput<typeof PersonNotesOutput>;

export const NOTE_LENGTH = 2000;
/** A note is the reason of its own row in the operators' log. */
export const PersonNoteInput = v.strictObject({ reason: requiredText(NOTE_LENGTH, says("say-what-found")) });
