import { isDeepStrictEqual } from "node:util";
import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { type AnySyncRow, type PushMessage, ROW_BYTES, SYNC_ROWS, type SyncCollection } from "#schemas/protocol.ts";
import { putReplicated, type ReplicatedDocument, type ReplicatedWrite } from "#server/platform/db/replicated.ts";
import { collectionNamed, ownerWritten, POLICY } from "./policy.ts";
import { type ReadContext, shapeOrReport } from "./pull.ts";
import { fitQuota } from "./quotas.ts";

type Row = Readonly<Record<string, unknown>>;

export interface PushContext extends ReadContext {
  readonly beside?: BesideWritten;
}

interface PushedRow {
  readonly uid: string;
  readonly assumed: Row | null;
  readonly wanted: Row;
}

const UID_LENGTH = 64;

/** What came of a push, beside what was written. */
export interface Pushed {
  /** The real states of those documents that were not what the device took them for. */
  readonly conflicts: AnySyncRow[];
  /** The rows that cannot be written as they are, or not before their owner makes room for them, and why. */
  readonly refused: RefusedRow[];
}

/** What the server keeps beside a document that a device writes: fields of its own, by what they were and what is written. */
export type BesideWritten = Readonly<
  Partial<Record<SyncCollection, (fields: Row, former: ReplicatedDocument | undefined) => Row>>
>;

interface RefusedRow {
  readonly uid: string;
  readonly code: ErrorCode;
}

/**
 * Writes what a device edited, all in one transaction, save the conflicts and the refused rows. What is already there is not
 * written again, so a push whose answer was lost can be repeated. Throws the refusals of the policy that concern the
 * collection, whatever the rows.
 */
export async function push(
  context: PushContext,
  userId: number | null,
  message: PushMessage,
  now: Date,
): Promise<Pushed> {
  const collection = collectionNamed(message.collection);
  const owner = ownerWritten(collection, userId);
  const refused: RefusedRow[] = [];
  const rows: PushedRow[] = [];
  for (const row of message.rows) {
    const parsed = parseRow(collection, row, now);
    if (typeof parsed === "string") refused.push({ uid: uidOf(row.newDocumentState), code: parsed });
    else rows.push(parsed);
  }
  if (new Set(rows.map((row) => row.uid)).size < rows.length) throw new AppError("sync-message-malformed");
  const written = await context.database.transaction((session) => writeRows(context, session, collection, owner, rows));
  return { conflicts: written.conflicts, refused: [...refused, ...written.refused] };
}

async function writeRows(
  { database, reportMisfit, beside = {} }: PushContext,
  session: ClientSession,
  collection: SyncCollection,
  owner: number,
  rows: readonly PushedRow[],
): Promise<Pushed> {
  if (rows.length === 0) return { conflicts: [], refused: [] };
  const stored = await database
    .collection<ReplicatedDocument>(collection)
    .find({ userId: owner, uid: { $in: rows.map((row) => row.uid) } }, { session })
    .toArray();
  const formers = new Map(stored.map((document) => [document.uid, document]));
  // A stored document that fits no row is taken for absent: the device's edit mends it rather than being refused for ever.
  const masters = new Map(stored.map((document) => [document.uid, shapeOrReport(reportMisfit, collection, document)]));
  const conflicts: AnySyncRow[] = [];
  const refused: RefusedRow[] = [];
  const writes: ReplicatedWrite[] = [];
  for (const { uid, assumed, wanted } of rows) {
    const master = masters.get(uid);
    if (!formers.has(uid) && !POLICY[collection].mayInsert) {
      refused.push({ uid, code: "sync-collection-read-only" });
      continue;
    }
    if (master && isDeepStrictEqual({ ...master }, wanted)) continue;
    // Also where the device's writing is there but what the server adds (the id) is not known to it: it may have dropped
    // the row that told it, taking it for older than its own.
    if (master && isSame(collection, master, wanted)) conflicts.push(master);
    else if (master && !(assumed && isSame(collection, master, assumed))) conflicts.push(master);
    else {
      const fields = writableFields(collection, wanted);
      writes.push({ uid, fields, deleted: wanted["_deleted"] === true });
      // The device hears at once what was not written of its row.
      if (master && isPassedOver(collection, master, wanted)) conflicts.push({ ...master, ...fields });
    }
  }
  const fitting = await fitQuota(database, session, collection, owner, { writes, stored });
  const own = ({ uid, fields }: ReplicatedWrite) => beside[collection]?.(fields, formers.get(uid)) ?? {};
  const whole = fitting.writes.map((write) => ({ ...write, fields: { ...write.fields, ...own(write) } }));
  await putReplicated(database, session, collection, owner, whole);
  await fitting.note();
  return { conflicts, refused: [...refused, ...fitting.refused] };
}

/** The row as it may be written, or the code of its refusal. */
function parseRow(collection: SyncCollection, row: PushMessage["rows"][number], now: Date): PushedRow | ErrorCode {
  if (Buffer.byteLength(JSON.stringify(row)) > 2 * ROW_BYTES) return "input-invalid";
  const schema: v.GenericSchema = SYNC_ROWS[collection];
  const parsed = v.safeParse(schema, row.newDocumentState);
  if (!parsed.success) return "input-invalid";
  const wanted: Row = { ...(parsed.output as AnySyncRow) };
  const assumed = row.assumedMasterState ?? null;
  const { writable, passedOver = [], mayDelete } = POLICY[collection];
  if (wanted["_deleted"] === true && !mayDelete) return "sync-field-read-only";
  for (const field of Object.keys(wanted)) {
    if (field === "uid" || field === "id" || field === "_deleted" || field === "editedAt") continue;
    if (passedOver.includes(field)) continue;
    // Against what the device took for the master: a field that the server changed meanwhile was not written by it.
    if (!writable.includes(field) && assumed && !isDeepStrictEqual(wanted[field], assumed[field]))
      return "sync-field-read-only";
  }
  const editedAt = clampTimes(wanted["editedAt"], now.getTime());
  return { uid: String(wanted["uid"]), assumed, wanted: { ...wanted, editedAt } };
}

/** Whether a device says something else of a field that it may not write any more. */
function isPassedOver(collection: SyncCollection, master: Row, wanted: Row): boolean {
  const { passedOver = [] } = POLICY[collection];
  return passedOver.some((field) => !isDeepStrictEqual(master[field], wanted[field]));
}

/** As far as a row out of form says it. */
function uidOf({ uid }: Readonly<Record<string, unknown>>): string {
  return typeof uid === "string" ? uid.slice(0, UID_LENGTH) : "";
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
