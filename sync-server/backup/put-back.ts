import type { IndexDescriptionInfo } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { BackupError } from "./backup-error.ts";
import { type Filled, Filling } from "./filling.ts";
import { Fingerprint } from "./fingerprint.ts";
import type { BackupPart } from "./manifest.ts";
import { type ReadBackup, readBackup } from "./read-backup.ts";
import { collectionsIn, rawDocuments } from "./read-moment.ts";

/** Into what a backup is put back. */
export interface Target extends Filled {
  readonly clock: Clock;
  /** All that this version knows, which make the indexes. */
  readonly migrations: readonly Migration[];
  readonly signal: AbortSignal;
}

type Indexes = ReadonlyMap<string, readonly IndexDescriptionInfo[]>;

/**
 * Makes the database hold what the backup holds, to the byte, and nothing else; what was in it goes. Indexes are made by the migrations
 * that the backup had been through, once everything is in and compared: until then nothing expires. `database` is one whose commands may take as
 * long as they take. Throws BackupError.
 */
export async function putBack(
  file: string,
  key: Buffer,
  { head, manifest }: ReadBackup,
  target: Target,
): Promise<void> {
  const { database, signal } = target;
  await clear(database);
  const indexes = await indexesOf(target, new Set(head.migrations));
  await clear(database);
  const filling = new Filling(target, manifest.documents);
  const again = await readBackup(file, key, {
    document: (raw, collection) => {
      signal.throwIfAborted();
      return filling.add(raw, collection);
    },
  });
  await filling.flush();
  if (JSON.stringify(again) !== JSON.stringify({ head, manifest }))
    throw new BackupError("The backup was replaced by another file while it was read.");
  for (const part of manifest.parts) await compare(target, part);
  await createIndexes(database, indexes);
}

/** Takes everything out of a database but what belongs to the servers that run, and the mark of a restore. */
async function clear(database: Database): Promise<void> {
  for (const name of await collectionsIn(database)) await database.collection(name).drop();
}

/** The indexes that an empty database has after these migrations. */
async function indexesOf({ database, clock, migrations }: Target, numbers: ReadonlySet<number>): Promise<Indexes> {
  const ordered = migrations.toSorted((left, right) => left.number - right.number);
  for (const migration of ordered) if (numbers.has(migration.number)) await migration.run(database, clock.now());
  const found = new Map<string, readonly IndexDescriptionInfo[]>();
  for (const name of await collectionsIn(database))
    found.set(
      name,
      (await database.collection(name).indexes()).filter((index) => index.name !== "_id_"),
    );
  return found;
}

async function compare({ database, pace, signal }: Target, part: BackupPart): Promise<void> {
  const held = new Fingerprint();
  for await (const batch of rawDocuments(database, part.collection, null, pace)) {
    signal.throwIfAborted();
    for (const document of batch) held.add(document);
  }
  if (held.documents !== part.documents || held.hex !== part.fingerprint)
    throw new BackupError(
      `${part.collection} does not hold what the backup says: ${held.documents} of ${part.documents} documents are in it.`,
    );
}

async function createIndexes(database: Database, indexes: Indexes): Promise<void> {
  for (const [name, wanted] of indexes) {
    if (wanted.length > 0) await database.collection(name).createIndexes([...wanted]);
  }
}
