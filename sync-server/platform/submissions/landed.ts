import { FeeBumpTransaction, type OperationRecord, TransactionBuilder } from "@stellar/stellar-sdk";
import type { ClientSession, Collection } from "mongodb";
import { parseAmount } from "#schemas/values/money.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import { restoredState } from "#server/platform/restored/state.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { LedgerOutcome } from "./ledger-outcome.ts";
import { ledgerKeyOf } from "./ledger-key.ts";
import type { Step } from "./steps.ts";
import { HOUSE_USER, type SubmissionDocument } from "./submission.ts";

/** A transaction of ours that a ledger holds since the backup that the database was set back to, by what it says of itself. */
export interface LandedTransaction extends LedgerOutcome {
  /** Its hash. */
  readonly _id: string;
  readonly ledgerKey: number;
  /** The accounts (G...) that its operations act for, and those that it pays. */
  readonly payers: readonly string[];
  readonly paid: readonly Paid[];
  /** The submission that it belongs to; null where none is known. */
  readonly submission: number | null;
  /** The operator who said of a payment of the house that nobody is owed by it; null where nobody did. */
  readonly settledBy: number | null;
  readonly seal?: string;
}

/** What it pays to whom: the account (G...), and stroops as decimal text; issuers of XLM are empty. */
export interface Paid extends AssetName {
  readonly to: string;
  readonly amount: string;
}

export const LANDED_KIND: SealedKind<LandedTransaction> = {
  collection: "landed_transactions",
  contentOf: ({ seal: _seal, ...content }) => content,
};

export function landedCollection(database: Database): Collection<LandedTransaction> {
  return database.collection<LandedTransaction>(LANDED_KIND.collection);
}

export async function indexLanded(database: Database): Promise<void> {
  await landedCollection(database).createIndexes([{ key: { ledgerKey: 1 } }, { key: { submission: 1, ledger: 1 } }]);
}

/** How long after a restore something may still come into a ledger that was signed before it, with its owner's key: a day, and one to be sure. */
const NOTED_FOR_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Keeps, in the transaction that folds a ledger into a database that was set back, what it says of ours: `known` has the submissions whose
 * hashes are known. Elsewhere nothing is kept.
 */
export async function noteLanded(
  database: Database,
  session: ClientSession,
  outcomes: readonly LedgerOutcome[],
  known: ReadonlyMap<string, number>,
): Promise<void> {
  const state = outcomes.length === 0 ? null : await restoredState(database, session);
  if (!state) return;
  const untilMs = state.phase === "done" ? state.since.getTime() + NOTED_FOR_MS : Number.POSITIVE_INFINITY;
  const read = outcomes
    .filter(({ closedAt }) => closedAt.getTime() < untilMs)
    .map((outcome) => readLanded(outcome, known))
    .filter((each) => each !== null);
  for (const landed of read) {
    const row = { ...landed, seal: sealRow(database, LANDED_KIND, landed) };
    await landedCollection(database).updateOne({ _id: row._id }, { $setOnInsert: row }, { upsert: true, session });
  }
}

function readLanded(outcome: LedgerOutcome, known: ReadonlyMap<string, number>): LandedTransaction | null {
  const { hash, innerHash, isSuccessful, ledger, closedAt, resultXdr, envelopeXdr } = outcome;
  const inner = innerOf(envelopeXdr);
  if (!inner) return null;
  const source = accountOf(inner.source);
  const payers = new Set(inner.operations.map((operation) => accountOf(operation.source ?? source)));
  return {
    _id: hash,
    hash,
    innerHash,
    isSuccessful,
    ledger,
    closedAt,
    resultXdr,
    envelopeXdr,
    ledgerKey: Number(inner.timeBounds?.minTime ?? 0),
    payers: [...payers],
    paid: inner.operations.flatMap(paidBy),
    submission: known.get(hash) ?? (innerHash === null ? null : (known.get(innerHash) ?? null)),
    settledBy: null,
  };
}

/** Null for an envelope of a form that we do not know: it is none of ours. */
function innerOf(envelopeXdr: string) {
  try {
    // Its passphrase decides the hash alone, which the ledger says.
    const outer = TransactionBuilder.fromXDR(envelopeXdr, "");
    return outer instanceof FeeBumpTransaction ? outer.innerTransaction : outer;
  } catch {
    return null;
  }
}

/** The text that it carries; empty where it has none, or another kind of memo. */
export function memoOf({ envelopeXdr }: Pick<LandedTransaction, "envelopeXdr">): string {
  const value = innerOf(envelopeXdr)?.memo.value;
  if (value == null) return "";
  return typeof value === "string" ? value : Buffer.from(value).toString("utf8");
}

function paidBy(operation: OperationRecord): Paid[] {
  switch (operation.type) {
    case "payment": {
      const { asset, amount, destination } = operation;
      const name = asset.isNative() ? NATIVE : { assetCode: asset.getCode(), issuer: asset.getIssuer() ?? "" };
      return [{ ...name, to: accountOf(destination), amount: String(parseAmount(amount)) }];
    }
    case "createAccount":
      return [{ ...NATIVE, to: operation.destination, amount: String(parseAmount(operation.startingBalance)) }];
    case "accountMerge":
      return [{ ...NATIVE, to: accountOf(operation.destination), amount: "0" }];
    default:
      return [];
  }
}

/**
 * What a ledger holds of a submission by what its transactions say of themselves, the successful one before one that failed; null where it
 * holds none. Known to be all there is once the ledger was read since the backup.
 */
export async function findLanded(
  database: Database,
  session: ClientSession | null,
  submission: Pick<SubmissionDocument, "id" | "userId" | "idempotencyKey" | "ledgerKey" | "account" | "steps">,
): Promise<LandedTransaction | null> {
  if ((await restoredState(database, session)) === null) return null;
  const found = await landedCollection(database)
    .find(
      {
        ledgerKey: ledgerKeyOf(database, submission),
        payers: submission.account,
        // What is known as its own and failed was decided about when its ledger was folded.
        $or: [{ submission: null }, { submission: submission.id, isSuccessful: true }],
      },
      { ...inSession(session), sort: { ledger: -1 } },
    )
    .toArray();
  const own = found.filter((each) => isRowSealed(database, LANDED_KIND, each) && isSamePaid(submission, each));
  return own.find(({ isSuccessful }) => isSuccessful) ?? own[0] ?? null;
}

/** What accounts of the house paid under a name, successful and of which nothing is known; null for none. */
export async function findHouseLanded(
  database: Database,
  session: ClientSession,
  ledgerKey: number,
  payers: readonly string[],
): Promise<LandedTransaction | null> {
  const found = await landedCollection(database).findOne(
    { ledgerKey, payers: { $in: [...payers] }, submission: null, isSuccessful: true },
    { session },
  );
  return found && isRowSealed(database, LANDED_KIND, found) ? found : null;
}

/** The same by the name of a confirmation alone, of whatever it was: the successful one of a wallet. */
export async function findConfirmed(
  database: Database,
  session: ClientSession | null,
  confirmation: Pick<SubmissionDocument, "userId" | "idempotencyKey">,
  wallet: string,
): Promise<LandedTransaction | null> {
  if ((await restoredState(database, session)) === null) return null;
  const ledgerKey = ledgerKeyOf(database, confirmation);
  const found = await landedCollection(database)
    .find({ ledgerKey, payers: wallet, submission: null }, inSession(session))
    .toArray();
  const own = found.filter((each) => isRowSealed(database, LANDED_KIND, each));
  return own.find(({ isSuccessful }) => isSuccessful) ?? own[0] ?? null;
}

/** Says whose a transaction is: it counts for nothing else from then on. */
export async function keepLanded(
  database: Database,
  session: ClientSession,
  { seal: _seal, ...landed }: LandedTransaction,
  change: Partial<Pick<LandedTransaction, "submission" | "settledBy">>,
): Promise<void> {
  const next = { ...landed, ...change };
  const seal = sealRow(database, LANDED_KIND, next);
  await landedCollection(database).updateOne({ _id: landed._id }, { $set: { ...change, seal } }, { session });
}

/**
 * What an account of the house paid since the backup of which nothing is known: by whom it is owed no more cannot be told. Successful ones
 * alone, the oldest first; whoever was opened an account with nothing in it was not paid.
 */
export function unknownPayments(
  database: Database,
  session: ClientSession | null,
  payers: readonly string[],
  to?: readonly string[],
): Promise<LandedTransaction[]> {
  const paid = { $elemMatch: { amount: { $ne: "0" }, ...(to && { to: { $in: [...to] } }) } };
  return landedCollection(database)
    .find(
      { submission: null, settledBy: null, isSuccessful: true, payers: { $in: [...payers] }, paid },
      { ...inSession(session), sort: { ledger: 1, _id: 1 } },
    )
    .toArray();
}

/** The accounts (G...) that steps pay. */
export function recipientsOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) =>
    step.type === "payment" || step.type === "create_account" || step.type === "account_merge"
      ? [accountOf(step.to)]
      : [],
  );
}

/** What the house pays beside, a fee or what comes early, may have become another: whom it owes comes first and stays. */
function isSamePaid({ userId, steps }: Pick<SubmissionDocument, "userId" | "steps">, { paid }: LandedTransaction) {
  const [wanted, found] = [recipientsOf(steps), paid.map(toOf)];
  return userId === HOUSE_USER && wanted.length > 0 ? wanted[0] === found[0] : isSameSet(wanted, found);
}

function toOf({ to }: Paid): string {
  return to;
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size;
}
