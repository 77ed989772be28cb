import type { ClientSession } from "mongodb";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { readCursor } from "#server/platform/ingest/cursor.ts";
import { appVersion } from "#server/platform/app-version.ts";
import { Fingerprint } from "./fingerprint.ts";
import { type BackupHead, type BackupManifest, type BackupPart, FORMAT, networkHash } from "./manifest.ts";
import { atOneMoment, collectionsIn, type Pace, rawDocuments } from "./read-moment.ts";
import { recordBytes } from "./records.ts";
import { refuseHalfRestored } from "./restore-mark.ts";

/** What is backed up, and how hastily. */
export interface BackupSource {
  readonly database: Database;
  readonly clock: Clock;
  /** The network's passphrase. */
  readonly passphrase: string;
  readonly pace: Pace;
  /** Says that nobody wants it any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Hands `write` the records of a backup of everything that the database held at one moment, while it goes on serving. Answers with
 * what it holds. Throws BackupError, ConfigError for a database that is half restored, and whatever the signal says.
 */
export async function backupRecords(
  source: BackupSource,
  write: (bytes: Buffer) => Promise<void>,
): Promise<{ readonly head: BackupHead; readonly manifest: BackupManifest }> {
  const { database, signal } = source;
  return database.unhurried((patient) =>
    atOneMoment(patient, async (session) => {
      await refuseHalfRestored(patient);
      const head = await readHead({ ...source, database: patient }, session);
      await write(Buffer.concat(recordBytes("head", jsonBytes(head))));
      const parts: BackupPart[] = [];
      // Asked after the moment was fixed: what has come since is empty then.
      for (const name of await collectionsIn(patient)) {
        signal?.throwIfAborted();
        parts.push(await writePart({ ...source, database: patient }, session, name, write));
      }
      const sum = (of: "documents" | "bytes") => parts.reduce((total, part) => total + part[of], 0);
      const manifest = { parts, documents: sum("documents"), bytes: sum("bytes") };
      await write(Buffer.concat(recordBytes("manifest", jsonBytes(manifest))));
      return { head, manifest };
    }),
  );
}

/** Reads first what fixes the moment. */
async function readHead({ database, clock, passphrase }: BackupSource, session: ClientSession): Promise<BackupHead> {
  const takenAt = clock.now().toISOString();
  const cursor = await readCursor(database, session);
  const migrations = await database.collection<{ _id: number }>("migrations").find({}, { session }).toArray();
  return {
    format: FORMAT,
    takenAt,
    network: networkHash(passphrase),
    ledger: cursor?.ledger ?? 0,
    versions: { app: appVersion(), protocol: PROTOCOL_VERSION },
    migrations: migrations.map(({ _id }) => _id).toSorted((left, right) => left - right),
  };
}

async function writePart(
  { database, pace, signal }: BackupSource,
  session: ClientSession,
  collection: string,
  write: (bytes: Buffer) => Promise<void>,
): Promise<BackupPart> {
  const held = new Fingerprint();
  await write(Buffer.concat(recordBytes("collection", Buffer.from(collection))));
  for await (const batch of rawDocuments(database, collection, session, pace)) {
    signal?.throwIfAborted();
    for (const document of batch) held.add(document);
    await write(Buffer.concat(batch.flatMap((document) => recordBytes("document", document))));
  }
  return { collection, documents: held.documents, bytes: held.bytes, fingerprint: held.hex };
}

function jsonBytes(said: BackupHead | BackupManifest): Buffer {
  return Buffer.from(JSON.stringify(said));
}
