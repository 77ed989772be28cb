import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import type { LedgerHash } from "#server/platform/network/ledgers.ts";

/** How far ingestion has come: after `cursor`, and everything up to `ledger` is whole. */
export interface LedgerCursor {
  readonly cursor: string;
  readonly ledger: number;
}

interface CursorDocument extends LedgerCursor {
  readonly _id: "ledger";
  readonly movedAt: Date;
  /** A ledger that was ingested, by which a node of another past is told. */
  readonly anchor?: LedgerHash;
}

export async function readCursor(database: Database, session: ClientSession | null): Promise<CursorDocument | null> {
  return database.collection<CursorDocument>("cursors").findOne({ _id: "ledger" }, inSession(session));
}

/** The last ledger that was ingested whole; 0 before the first. */
export async function ingestedLedger(database: Database, session: ClientSession | null): Promise<number> {
  return (await readCursor(database, session))?.ledger ?? 0;
}

/** Moves the cursor from where it was read; false when another process has moved it since. */
export async function moveCursor(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  from: LedgerCursor | null,
  to: LedgerCursor,
  session: ClientSession | null,
): Promise<boolean> {
  const cursors = database.collection<CursorDocument>("cursors");
  const place = { cursor: to.cursor, ledger: to.ledger, movedAt: clock.now() };
  const options = inSession(session);
  if (from) {
    const moved = await cursors.updateOne({ _id: "ledger", cursor: from.cursor }, { $set: place }, options);
    return moved.matchedCount === 1;
  }
  const first = await cursors.updateOne({ _id: "ledger" }, { $setOnInsert: place }, { ...options, upsert: true });
  return first.upsertedCount === 1;
}

export async function storeAnchor(database: Database, anchor: LedgerHash): Promise<void> {
  await database.collection<CursorDocument>("cursors").updateOne({ _id: "ledger" }, { $set: { anchor } });
}

/** Throws NetworkError where what a node said of `ledger` is older than what was ingested. */
export async function assertNotPassed(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  ledger: number,
): Promise<void> {
  if ((await ingestedLedger(database, session)) > ledger)
    throw new NetworkError("the node that was asked is behind what was ingested");
}
