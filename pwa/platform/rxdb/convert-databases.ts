import { t } from "@lingui/core/macro";
import { Dexie, type Table } from "dexie";
import { INTERNAL_STORAGE_NAME } from "rxdb";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import type { DeviceKeys } from "#pwa/platform/device/held-keys.ts";
import { sealedName, storedName, type StoredTable, storedTables, userDatabaseName } from "./database-names.ts";
import { holdAlone } from "#pwa/platform/db/hold-open.ts";
import { removeCopies } from "./remove-user-database.ts";
import { type Fields, openRows, type SealedPlace, sealRows } from "#pwa/platform/db/row-seal.ts";
import { rowSchema } from "./row-schema.ts";
import { clearFieldsOf } from "./sealed-schema.ts";

/** How far a copy has come, in documents. */
export interface CopyProgress {
  readonly done: number;
  readonly total: number;
}

export type CopyKind = "seal" | "unseal";

/** Documents copied in one go: few enough that the progress moves. */
const BATCH = 500;
const DOCS = "docs";
/** A tab that does not close its database within this time is not waited for. */
const OTHER_TABS_MS = 15_000;

/**
 * Copies every user's database of this device into one with seals, or back, with all that is waiting to be sent. What was
 * copied stays as it was: whoever calls says from when on the copy counts, and removes the other with
 * {@link removeCopies}. An unfinished copy of before is begun anew. Rejects, leaving no copy, where there is no room, a row
 * cannot be opened, or another tab keeps a database open.
 */
export async function copyDatabases(
  kind: CopyKind,
  keys: DeviceKeys,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const isFromSealed = kind === "unseal";
  const releases = await holdAllAlone();
  try {
    await removeCopies(isFromSealed ? "plain" : "sealed");
    const tables = (await storedTables()).filter(({ isSealed }) => isSealed === isFromSealed);
    const counts = await Promise.all(tables.map(({ stored }) => withStored(stored, (docs) => docs.count())));
    const total = counts.reduce((sum, count) => sum + count, 0);
    let done = 0;
    onProgress({ done, total });
    const report = (copied: number) => {
      done += copied;
      onProgress({ done, total });
    };
    // The small ones side by side: making a database waits for the disk.
    const copied = await Promise.allSettled(tables.map((table) => copyTable(table, keys, report)));
    const failed = copied.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
  } catch (error) {
    await removeCopies(isFromSealed ? "plain" : "sealed");
    throw error;
  } finally {
    for (const release of releases) release();
  }
}

async function holdAllAlone(): Promise<(() => void)[]> {
  const userIds = [...new Set((await storedTables()).map(({ userId }) => userId))];
  const asked = await Promise.allSettled(
    userIds.map((userId) => holdAlone(userId, AbortSignal.timeout(OTHER_TABS_MS))),
  );
  const held = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  if (held.length === userIds.length) return held;
  for (const release of held) release();
  throw new Error(t`Another tab has your data open and does not answer. Close it and try again.`);
}

async function copyTable(table: StoredTable, keys: DeviceKeys, onCopied: (count: number) => void): Promise<void> {
  const isSealed = !table.isSealed;
  const copy = new Dexie(storedName({ ...table, isSealed }));
  const convert = converterOf(table, keys);
  await withStored(table.stored, async (docs, source) => {
    const primary = String(docs.schema.primKey.keyPath);
    copy.version(1).stores({ ...tablesOf(source), [DOCS]: storeSchemaOf(table, docs, primary) });
    await copy.open();
    try {
      let last: unknown = null;
      for (;;) {
        const after = last === null ? docs.toCollection() : docs.where(":id").above(last);
        const batch: Fields[] = await after.limit(BATCH).toArray();
        if (batch.length === 0) return;
        last = batch.at(-1)?.[primary];
        await copy.table(DOCS).bulkPut(await convert(primary, batch));
        onCopied(batch.length);
      }
    } finally {
      copy.close();
    }
  });
}

async function withStored<T>(name: string, work: (docs: Table, source: Dexie) => Promise<T>): Promise<T> {
  const source = await new Dexie(name).open();
  try {
    return await work(source.table(DOCS), source);
  } finally {
    source.close();
  }
}

/** Every table of the database but for its key, as Dexie writes it: the indexes of the documents are given apart. */
function tablesOf(source: Dexie): Record<string, string> {
  return Object.fromEntries(
    source.tables.map(({ name, schema }) => [
      name,
      [schema.primKey, ...schema.indexes].map(({ src }) => src).join(","),
    ]),
  );
}

/** The very indexes that RxDB's storage declares when it opens the copy: those by what is sealed come or go. */
function storeSchemaOf({ collection, isSealed }: StoredTable, docs: Table, primary: string): string {
  const known = SYNC_COLLECTIONS.find((name) => name === collection);
  const hidden = known ? [rowSchema(known).indexes ?? []].flat(2).filter((field) => !isOutside(field)) : [];
  const kept = docs.schema.indexes.filter(({ keyPath }) => {
    const fields: readonly string[] = [keyPath ?? ""].flat();
    return !fields.some((field) => hidden.includes(field));
  });
  const restored = isSealed ? hidden.map((field) => `[_deleted+${field}+${primary}]`) : [];
  return [...[docs.schema.primKey, ...kept].map(({ src }) => src), ...restored].join(",");

  function isOutside(field: string): boolean {
    return clearFieldsOf(collection).includes(field);
  }
}

function converterOf(
  { collection, userId, isSealed }: StoredTable,
  keys: DeviceKeys,
): (primary: string, rows: readonly Fields[]) => Promise<readonly Fields[]> {
  if (collection === INTERNAL_STORAGE_NAME) return async (_, rows) => rows;
  const placeWith = (primary: string): SealedPlace => ({
    database: sealedName(userDatabaseName(userId)),
    collection,
    primary,
    clear: clearFieldsOf(collection),
  });
  if (!isSealed)
    return (primary, rows) =>
      sealRows(
        keys,
        placeWith(primary),
        rows.map((row) => atCheckpoint(row, keys.pseudonymOf)),
      );
  return async (primary, rows) => {
    const opened = await openRows(keys, placeWith(primary), rows);
    // Of the documents written at the same moment all are looked at again: their pseudonyms do not tell which came after.
    return opened.map((row) => atCheckpoint(row, () => ""));
  };
}

/** How far pushes have come is noted by the key of a document, which is another one in the copy. */
function atCheckpoint(row: Fields, keyOf: (key: string) => string): Fields {
  const checkpoint = row["checkpointData"];
  const isOfPushes = row["itemId"] === "up" && typeof checkpoint === "object" && checkpoint !== null;
  if (!isOfPushes || !("id" in checkpoint) || typeof checkpoint.id !== "string") return row;
  return { ...row, checkpointData: { ...checkpoint, id: keyOf(checkpoint.id) } };
}
