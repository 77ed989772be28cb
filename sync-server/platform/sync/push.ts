import { isDeepStrictEqual } from "node:util";
import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { type AnySyncRow, type PushMessage, SYNC_ROWS, type SyncCollection } from "#schemas/protocol.ts";
import { putReplicated, type ReplicatedDocument, type ReplicatedWrite } from "#server/platform/db/replicated.ts";
import { collectionNamed, ownerWritten, POLICY } from "./policy.ts";
import { type ReadContext, shapeOrReport } from "./pull.ts";

type Row = Readonly<Record<string, unknown>>;

interface PushedRow {
  readonly uid: string;
  readonly assumed: Row | null;
  readonly wanted: Row;
}

/**
 * Writes what a device edited, all in one transaction, and answers with the real states of those documents that were not
 * what the device took them for; these are not written. What is already there is not written again, so a push whose
 * answer was lost can be repeated. Throws the refusals of the policy, and `input-invalid` for a row out of form.
 */
export async function push(
  context: ReadContext,
  userId: number | null,
  message: PushMessage,
  now: Date,
): Promise<{ conflicts: AnySyncRow[] }> {
  const collection = collectionNamed(message.collection);
  const owner = ownerWritten(collection, userId);
  const rows = message.rows.map((row) => parseRow(collection, row, now));
  if (new Set(rows.map((row) => row.uid)).size < rows.length) throw new AppError("sync-message-malformed");
  const conflicts = await context.database.transaction((session) =>
    writeRows(context, session, collection, owner, rows),
  );
  return { conflicts };
}

async function writeRows(
  { database, log }: ReadContext,
  session: ClientSession,
  collection: SyncCollection,
  owner: number,
  rows: readonly PushedRow[],
): Promise<AnySyncRow[]> {
  const stored = await database
    .collection<ReplicatedDocument>(collection)
    .find({ userId: owner, uid: { $in: rows.map((row) => row.uid) } }, { session })
    .toArray();
  const known = new Set(stored.map(({ uid }) => uid));
  // A stored document that fits no row is taken for absent: the device's edit mends it rather than being refused for ever.
  const masters = new Map(stored.map((document) => [document.uid, shapeOrReport(log, collection, document)]));
  const conflicts: AnySyncRow[] = [];
  const writes: ReplicatedWrite[] = [];
  for (const { uid, assumed, wanted } of rows) {
    const master = masters.get(uid);
    if (!known.has(uid) && !POLICY[collection].mayInsert) throw new AppError("sync-collection-read-only");
    if (master && isDeepStrictEqual({ ...master }, wanted)) continue;
    // Also where the device's writing is there but what the server adds (the id) is not known to it: it may have dropped
    // the row that told it, taking it for older than its own.
    if (master && isSame(collection, master, wanted)) conflicts.push(master);
    else if (master && !(assumed && isSame(collection, master, assumed))) conflicts.push(master);
    else writes.push({ uid, fields: writableFields(collection, wanted), deleted: wanted["_deleted"] === true });
  }
  await putReplicated(database, session, collection, owner, writes);
  return conflicts;
}

function parseRow(collection: SyncCollection, row: PushMessage["rows"][number], now: Date): PushedRow {
  const schema: v.GenericSchema = SYNC_ROWS[collection];
  const parsed = v.safeParse(schema, row.newDocumentState);
  if (!parsed.success) throw new AppError("input-invalid");
  const wanted: Row = { ...(parsed.output as AnySyncRow) };
  const assumed = row.assumedMasterState ?? null;
  const { writable, mayDelete } = POLICY[collection];
  if (wanted["_deleted"] === true && !mayDelete) throw new AppError("sync-field-read-only");
  for (const field of Object.keys(wanted)) {
    if (field === "uid" || field === "id" || field === "_deleted" || field === "editedAt") continue;
    // Against what the device took for the master: a field that the server changed meanwhile was not written by it.
    if (!writable.includes(field) && assumed && !isDeepStrictEqual(wanted[field], assumed[field]))
      throw new AppError("sync-field-read-only");
  }
  const editedAt = clampTimes(wanted["editedAt"], now.getTime());
  return { uid: String(wanted["uid"]), assumed, wanted: { ...wanted, editedAt } };
}

/** A device whose clock is ahead must not win every conflict until the others catch up. */
function clampTimes(editedAt: unknown, nowMs: number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(editedAt ?? {}).map(([field, time]) => [field, Math.min(Number(time), nowMs)]),
  );
}

/** Whether two states agree in all that a device may write. */
function isSame(collection: SyncCollection, one: Row, other: Row): boolean {
  return (
    one["_deleted"] === other["_deleted"] &&
    isDeepStrictEqual(writableFields(collection, one), writableFields(collection, other))
  );
}

function writableFields(collection: SyncCollection, row: Row): Row {
  return Object.fromEntries([...POLICY[collection].writable, "editedAt"].map((field) => [field, row[field]]));
}
