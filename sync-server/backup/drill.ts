import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startChildServer } from "#server/child-server.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";
import { verifyRing } from "#server/platform/vault/canary.ts";
import { BackupError } from "./backup-error.ts";
import { makeDrillFolder } from "./drill-folder.ts";
import { type Fitting, inspectBackup } from "./inspect-backup.ts";
import { putBack } from "./put-back.ts";
import type { ReadBackup } from "./read-backup.ts";
import type { Pace } from "./read-moment.ts";
import type { SealCheck } from "./seal-check.ts";

/** Where and how a backup is tried. */
export interface Drilling extends Fitting {
  /** In which a database of its own is made, as large as the one that was backed up, which goes afterwards. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly migrations: readonly Migration[];
  readonly sealChecks: readonly SealCheck[];
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly tell?: (done: number, total: number) => void;
}

/** What a drill found in order. */
export interface Drilled extends ReadBackup {
  /** Rows of the audit chain. */
  readonly auditRows: number;
}

const MONGO = join(import.meta.dirname, "../embedded/mongo/cli.ts");
const NAME = "drill";
const USER = "drill";
const TIMEOUT_MS = 10_000;

/**
 * Restores a backup into a database of its own, an embedded one that nobody else can enter, and checks it: every count and fingerprint,
 * the key of the vault, the seals, the audit chain. Throws BackupError with what is wrong, or where there is no room for it. Nothing of it is
 * left, either way; what a process leaves that is killed goes at the next start (`removeDeadDrills`).
 */
export async function drill(file: string, key: Buffer, drilling: Drilling): Promise<Drilled> {
  const read = await inspectBackup(file, key, drilling);
  const folder = await makeDrillFolder(drilling.dataDir, read.manifest.bytes, drilling.clock);
  try {
    const password = randomBytes(32).toString("hex");
    const scratch = await startChildServer({
      script: MONGO,
      dataFolder: join(folder.path, "mongo"),
      flags: ["--user", USER, "--password-stdin"],
      secret: password,
      onDeath: () => undefined,
      signal: drilling.signal,
    });
    try {
      const url = `mongodb://${USER}:${password}@127.0.0.1:${scratch.port}/?authSource=admin&directConnection=true`;
      const database = await openDatabase(url, NAME, TIMEOUT_MS, 0);
      try {
        await putBack(file, key, read, { ...drilling, database });
        return { ...read, auditRows: await check(database, drilling) };
      } finally {
        await database.close();
      }
    } finally {
      await scratch.stop();
    }
  } finally {
    await folder.remove();
  }
}

/** Answers with the rows of the audit chain. */
async function check(database: Database, { ring, sealChecks, signal }: Drilling): Promise<number> {
  await verifyRing(database, ring);
  for (const sealCheck of sealChecks) {
    signal.throwIfAborted();
    const forged = await sealCheck(database);
    if (forged !== null) throw new BackupError(`Somebody wrote past the server before the backup: ${forged}.`);
  }
  const { rows, problem } = await walkAudit(database);
  if (problem !== null) throw new BackupError(`The backup's audit log is broken: ${problem}.`);
  return rows;
}
