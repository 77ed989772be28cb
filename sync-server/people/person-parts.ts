import type { Document, Filter } from "mongodb";
import { AccessHistory } from "#schemas/access-history.ts";
import { describeDevice } from "#schemas/describe-device.ts";
import { NOTIFICATION_KINDS } from "#schemas/notifications.ts";
import {
  PEOPLE_PAGE,
  type PersonDepositsOutput,
  type PersonEventsOutput,
  type PersonSignInsOutput,
  type PersonSubmissionsOutput,
} from "#schemas/people.ts";
import { depositCollection } from "#server/deposits/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { operationOf } from "#server/wallet/index.ts";

/** Rows of one person, and the number from which the next page goes on; null for the last. */
interface Page<T> {
  readonly rows: readonly T[];
  readonly next: number | null;
}

/** Which of somebody's rows: those before a number, in the order of which rows are only ever added. */
export interface Part {
  readonly userId: number;
  readonly before: number | undefined;
}

export async function readSubmissions(database: Database, { userId, before }: Part): Promise<PersonSubmissionsOutput> {
  const found = await submissionCollection(database)
    .find({ userId, ...earlier("id", before) })
    .sort({ id: -1 })
    .limit(PEOPLE_PAGE + 1)
    .toArray();
  const { rows, next } = pageOf(found, ({ id }) => id);
  return {
    submissions: rows.map(({ id, kind, state, reason, steps, attempt, ledger, rebuilds, createdAt, updatedAt }) => ({
      id,
      kind,
      state,
      reason,
      operations: steps.map(operationOf),
      hash: attempt?.hash ?? null,
      ledger,
      rebuilds,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    next,
  };
}

export async function readDeposits(database: Database, { userId, before }: Part): Promise<PersonDepositsOutput> {
  const found = await depositCollection(database)
    .find({ userId, ...earlier("id", before) })
    .sort({ id: -1 })
    .limit(PEOPLE_PAGE + 1)
    .toArray();
  const { rows, next } = pageOf(found, ({ id }) => id);
  return {
    deposits: rows.map((row) => ({
      id: row.id,
      amount: row.amount,
      cashAppUsername: row.cashAppUsername,
      cashAppTransactionId: row.cashAppTransactionId,
      status: row.status,
      xlmCredited: row.xlmCredited,
      notes: row.notes,
      createdAt: row.createdAt.toISOString(),
    })),
    next,
  };
}

interface SignIn {
  readonly id: number;
  readonly revision: number;
  readonly userAgent: string;
  readonly ipAddress: string;
  readonly timestamp: Date;
}

export async function readSignIns(database: Database, part: Part): Promise<PersonSignInsOutput> {
  const { rows, next } = await pageBy<SignIn>(database, AccessHistory.collection, "revision", part, {});
  return {
    signIns: rows.map(({ id, userAgent, ipAddress, timestamp }) => ({
      id,
      device: describeDevice(userAgent),
      ipAddress,
      at: timestamp.toISOString(),
    })),
    next,
  };
}

interface Told {
  readonly id: number;
  readonly kind: string;
  readonly detail: string;
  readonly timestamp: Date;
}

const PROTECTING = Object.entries(NOTIFICATION_KINDS)
  .filter(([, { topic }]) => topic === "security" || topic === "signIns")
  .map(([kind]) => kind);

/** A person has few hundreds of these. */
export async function readEvents(database: Database, part: Part): Promise<PersonEventsOutput> {
  const { rows, next } = await pageBy<Told>(database, "notifications", "id", part, { kind: { $in: PROTECTING } });
  return {
    events: rows.map(({ id, kind, detail, timestamp }) => ({ id, kind, detail, at: timestamp.toISOString() })),
    next,
  };
}

async function pageBy<T extends Document>(
  database: Database,
  collection: string,
  order: "id" | "revision",
  { userId, before }: Part,
  filter: Document,
): Promise<Page<T>> {
  const found = await database
    .collection<Document>(collection)
    .find({ userId, ...filter, ...earlier(order, before) } as Filter<Document>)
    .sort({ [order]: -1 })
    .limit(PEOPLE_PAGE + 1)
    .toArray();
  // Rows of this collection are what the feature wrote that owns it.
  return pageOf(found as unknown as T[], (row) => Number(row[order]));
}

function earlier(order: string, before: number | undefined) {
  return before === undefined ? {} : { [order]: { $lt: before } };
}

/** One row more than a page was read: whether there is another. */
function pageOf<T>(found: readonly T[], numberOf: (row: T) => number): Page<T> {
  const rows = found.slice(0, PEOPLE_PAGE);
  const last = rows.at(-1);
  return { rows, next: found.length > PEOPLE_PAGE && last !== undefined ? numberOf(last) : null };
}
