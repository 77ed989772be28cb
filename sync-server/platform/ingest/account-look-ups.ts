import type { ClientSession, Collection } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** An account of which what it holds may not all be known: what was added where ingestion could not see it. */
export interface AccountLookUp {
  /** The address (G...). */
  readonly _id: string;
  /** What was added up to this ledger is looked for. */
  readonly ledger: number;
  readonly dueAt: Date;
  readonly attempts: number;
}

const LOOK_UPS = "account_look_ups";

export function lookUpCollection(database: Database): Collection<AccountLookUp> {
  return database.collection<AccountLookUp>(LOOK_UPS);
}

/** Has accounts looked through, in the transaction that found that something of theirs may be missing. */
export async function askLookUps(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  addresses: readonly string[],
  ledger: number,
): Promise<void> {
  if (addresses.length === 0) return;
  const update = { $set: { ledger, dueAt: clock.now(), attempts: 0 } };
  await lookUpCollection(database).bulkWrite(
    addresses.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
    { session, ordered: true },
  );
}

/** Creates the index by which those that are due are found. */
export async function indexLookUps(database: Database): Promise<void> {
  await lookUpCollection(database).createIndex({ dueAt: 1 });
}
