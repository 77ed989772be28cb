import type { ClientSession, Collection, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { PastTransaction } from "#server/platform/network/history-records.ts";
import type { LedgerHash } from "#server/platform/network/ledgers.ts";
import { cursorAfterLedger } from "#server/platform/network/network.ts";
import type { LedgerCursor } from "./cursor.ts";

/** The issue that tells of gaps while there are any. */
export const GAP_CHECK = "ingestion-gap";

/** How long a gap rests at most after it was refused. */
export const LONGEST_REST_MS = 5 * 60_000;

/** How the transactions of ours in a gap are found: by walking all of its ledgers, or by asking for each account. */
export type GapWay = "walk" | "ask";

/** Ledgers that no RPC node remembered when ingestion came to them; what happened in them is told by Horizon. */
export interface LedgerGap extends Document, LedgerCursor {
  readonly _id: number;
  /** From the first to the last ledger; `cursor` and `ledger` say how far it is filled. */
  readonly first: number;
  readonly last: number;
  readonly state: "open" | "filled" | "missing";
  /** Null until it was counted what costs fewer requests. */
  readonly way: GapWay | null;
  /** The accounts up to this number are asked for: later ones were not ours yet. */
  readonly lastNumber: number;
  readonly askedNumber: number;
  /** How far those are asked for that come next, by their number; absent while none is begun. */
  readonly asking?: Readonly<Record<string, AskedTo>>;
  /** Whether orders and the like were read anew, because ingestion went on before it was filled. */
  readonly isPassed: boolean;
  /** Up to which ledger it is missing for good; absent where nothing of it is. */
  readonly missingTo?: number;
  /** Transactions of ours that it was filled with. */
  readonly transactions: number;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  /** When the last ledger before it was taken in. */
  readonly since: Date;
  /** The hash (hex) of its last ledger, as RPC told it when the gap was opened; null where it could not. Absent in those from before. */
  readonly lastHash?: string | null;
  /** The last ledger of it that was walked whole, which the next one has to join. */
  readonly walked?: LedgerHash;
  /** Of its ledgers nobody can tell any more what happened in so many, the first; absent while there are none. */
  readonly missed?: number;
  /** What everybody's history is being told to be missing, as it is told until that is through. */
  readonly missing?: MissingSpan;
  /** How often in a row it was refused, until when it rests for that, and whether for what cannot be true; absent while it was not. */
  readonly refusals?: number;
  readonly restsUntil?: Date;
  readonly isUntrue?: boolean;
  /** Whether the issue that closed itself named it; absent in gaps from before that was noted. */
  readonly isNamed?: boolean;
}

/** Which list of an account is asked for next, and after what; null from its beginning on. With neither it is asked for. */
export interface AskedTo {
  readonly list: "transactions" | "effects" | "none";
  readonly after: string | null;
}

/** Ledgers of which nobody can tell any more what happened, and the moments between which they closed. */
export interface MissingSpan {
  readonly first: number;
  readonly last: number;
  readonly since: Date;
  readonly until: Date;
}

/** A transaction of ours in a gap, found by asking for an account. `_id` has its gap and its hash. */
export interface GapFinding extends Document, PastTransaction {
  readonly _id: string;
  readonly gap: number;
  readonly seal?: string;
}

export const FINDING_KIND: SealedKind<Omit<GapFinding, "_id" | "seal">> = {
  collection: "ledger_gap_findings",
  contentOf: ({ gap, hash, isSuccessful, ledger, order, closedAt, envelopeXdr, resultXdr, metaXdr }) => ({
    gap,
    hash,
    isSuccessful,
    ledger,
    order,
    closedAt,
    envelopeXdr,
    resultXdr,
    metaXdr,
  }),
};

export function gapCollection(database: Database): Collection<LedgerGap> {
  return database.collection<LedgerGap>("ledger_gaps");
}

export function findingCollection(database: Database): Collection<GapFinding> {
  return database.collection<GapFinding>("ledger_gap_findings");
}

/** The oldest gap that is not filled and does not rest. */
export function dueGapOf(database: Database, now: Date): Promise<LedgerGap | null> {
  // Beyond the longest rest it was set by a clock that was ahead.
  const rest = { $gt: now, $lte: new Date(now.getTime() + LONGEST_REST_MS) };
  const due = { state: "open" as const, restsUntil: { $not: rest } };
  return gapCollection(database).findOne(due, { sort: { first: 1, _id: 1 } });
}

/** The gap that was opened last of those that are not filled. */
export function newestGapOf(database: Database): Promise<LedgerGap | null> {
  return gapCollection(database).findOne({ state: "open" }, { sort: { openedAt: -1, _id: -1 } });
}

export async function insertGap(
  database: Database,
  session: ClientSession,
  gap: Pick<LedgerGap, "first" | "last" | "cursor" | "lastNumber" | "openedAt" | "since" | "lastHash">,
): Promise<void> {
  const _id = await database.nextIds(session, "ledger_gaps", 1);
  await gapCollection(database).insertOne(
    {
      ...gap,
      _id,
      ledger: gap.first - 1,
      state: "open",
      way: null,
      askedNumber: 0,
      isPassed: false,
      transactions: 0,
      closedAt: null,
      isNamed: false,
    },
    { session },
  );
}

/** How far a gap is filled, and the last ledger of it that was walked whole. */
export interface GapPlace extends LedgerCursor {
  readonly walked?: LedgerHash;
}

/** Moves on how far a gap is filled, from where it was read; false where another process has moved it since. */
export async function moveGap(
  database: Database,
  session: ClientSession,
  { _id, cursor }: LedgerGap,
  to: GapPlace,
  transactions: number,
): Promise<boolean> {
  const moved = await gapCollection(database).updateOne(
    { _id, cursor, state: "open" },
    {
      $set: { cursor: to.cursor, ledger: to.ledger, ...(to.walked && { walked: to.walked }) },
      $inc: { transactions },
    },
    { session },
  );
  return moved.matchedCount === 1;
}

/** Keeps what is missing of a gap, from where it was read, before anybody is told of it; false where another process was there first. */
export async function keepMissing(
  database: Database,
  session: ClientSession,
  { _id, cursor }: LedgerGap,
  missing: MissingSpan,
): Promise<boolean> {
  const kept = await gapCollection(database).updateOne(
    { _id, cursor, state: "open", missing: { $exists: false } },
    { $set: { missing } },
    { session },
  );
  return kept.matchedCount === 1;
}

/** Goes on behind what is missing of a gap, once everybody was told. */
export async function passMissing(
  database: Database,
  session: ClientSession,
  { _id, cursor }: LedgerGap,
  { first, last }: MissingSpan,
): Promise<void> {
  await gapCollection(database).updateOne(
    { _id, cursor, state: "open" },
    {
      $set: { cursor: cursorAfterLedger(last), ledger: last, missingTo: last },
      $inc: { missed: last - first + 1 },
      $unset: { missing: "", walked: "" },
    },
    { session },
  );
}

/** Keeps what was found for accounts of a gap, each transaction once. */
export async function keepFindings(
  database: Database,
  session: ClientSession,
  gap: number,
  found: readonly PastTransaction[],
): Promise<void> {
  if (found.length === 0) return;
  await findingCollection(database).bulkWrite(
    found.map((transaction) => {
      const row = { ...transaction, gap };
      const seal = sealRow(database, FINDING_KIND, row);
      const filter = { _id: `${gap} ${transaction.hash}` };
      return { replaceOne: { filter, replacement: { ...row, seal }, upsert: true } };
    }),
    { session },
  );
}

/** Creates the indexes by which open gaps and the next transactions of one are found. */
export async function indexGaps(database: Database): Promise<void> {
  await gapCollection(database).createIndex({ state: 1, first: 1 });
  await findingCollection(database).createIndex({ gap: 1, ledger: 1, order: 1 });
}
