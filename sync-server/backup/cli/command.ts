import { AppError } from "#schemas/errors.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import { type Environment, ConfigError } from "#server/config.ts";
import { KmsError } from "#server/platform/vault/kms-http.ts";

/** Runs a command that can be interrupted; says in one sentence why it came to nothing, and ends with 1 then. */
export async function runCommand(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stopping.abort(new BackupError("It was interrupted.")));
  try {
    await work(stopping.signal);
  } catch (error) {
    const isKnown = [BackupError, ConfigError, KmsError, AppError].some((kind) => error instanceof kind);
    console.error(isKnown && error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** The key that seals backups. Throws ConfigError. */
export function backupKey({ backup }: Environment): Buffer {
  if (backup.key !== null) return backup.key;
  throw new ConfigError(
    "BACKUP_KEY must be given: `npm run backup -- --make-key FILE` makes one, which BACKUP_KEY_FILE names.",
  );
}

/** Says on the console how far it is, once for each tenth. */
export function tellTenths(what: string): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    const tenth = Math.floor((done * 10) / Math.max(total, 1));
    if (tenth <= told) return;
    told = tenth;
    console.log(`${what}: ${done} of ${total} documents`);
  };
}
