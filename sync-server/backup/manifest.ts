import { hash } from "node:crypto";
import * as v from "valibot";
import { BackupError } from "./backup-error.ts";

/** Raised with the form of the file. */
export const FORMAT = 1;

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const Head = v.object({
  /** A newer one is refused before the rest is looked at. */
  format: Count,
  /** Before the moment that is shown, by the clock of whoever took the backup. */
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  /** SHA-256 of the network's passphrase. */
  network: Hash,
  /** The last ledger that was ingested whole; 0 for none. */
  ledger: Count,
  versions: v.object({ app: v.string(), protocol: Count }),
  /** Numbers of the migrations that the database had been through. */
  migrations: v.array(Count),
});
/** What a backup says of itself before it shows anything. */
export type BackupHead = v.InferOutput<typeof Head>;

const Part = v.object({ collection: v.string(), documents: Count, bytes: Count, fingerprint: Hash });
/** What a collection held. */
export type BackupPart = v.InferOutput<typeof Part>;

const Manifest = v.object({ parts: v.array(Part), documents: Count, bytes: Count });
/** What a backup holds, said at its end. */
export type BackupManifest = v.InferOutput<typeof Manifest>;

export function networkHash(passphrase: string): string {
  return hash("sha256", passphrase, "hex");
}

/** Throws BackupError for a backup of a newer version than this one. */
export function parseHead(bytes: Buffer): BackupHead {
  const said: unknown = JSON.parse(bytes.toString("utf8"));
  const format = v.safeParse(v.object({ format: Count }), said);
  if (format.success && format.output.format > FORMAT) throw newerVersion();
  return parsed(Head, said);
}

export function parseManifest(bytes: Buffer): BackupManifest {
  return parsed(Manifest, JSON.parse(bytes.toString("utf8")));
}

export function newerVersion(): BackupError {
  return new BackupError("The backup was made by a newer version of Astrolabe: restore it with that one.");
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, said: unknown): T {
  const read = v.safeParse(schema, said);
  if (!read.success) throw new BackupError("The backup is of a form that this version does not know.");
  return read.output;
}
