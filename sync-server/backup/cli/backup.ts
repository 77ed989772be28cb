import { randomBytes } from "node:crypto";
import { stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Environment, ConfigError, readEnvironment } from "#server/config.ts";
import { BackupError, whyUnwritten } from "#server/backup/backup-error.ts";
import { manualName } from "#server/backup/kept-files.ts";
import { GENTLE } from "#server/backup/read-moment.ts";
import { noteRun } from "#server/backup/runs.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { settlePassphrase } from "#server/settle-config.ts";
import { backupKey, runCommand } from "./command.ts";
import { openBesideServers } from "./open-beside-servers.ts";

const USAGE = "npm run backup -- --to FOLDER|FILE, or npm run backup -- --make-key FILE";
const KEY_BYTES = 32;
const clock = { now: () => new Date() };

/** `npm run backup -- --to FOLDER|FILE`: a backup of what the database holds now, while servers run. `--make-key FILE` makes its key. */
async function backUp(signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: "string" }, "make-key": { type: "string" } } });
  const { to, "make-key": keyFile } = values;
  if (keyFile !== undefined) return makeKey(resolve(keyFile));
  const environment = readEnvironment(withSecretFiles(process.env));
  const place = to ?? environment.backup.folder;
  if (place === null) throw new ConfigError(`Say where it is to be: ${USAGE}`);
  const key = backupKey(environment);
  const file = await fileAt(resolve(place));
  const passphrase = await settlePassphrase(environment);
  const { database, close } = await openBesideServers(environment);
  try {
    const source = { database, clock, passphrase, pace: GENTLE, signal };
    const { bytes, documents } = await noteRun({ database, clock }, { kind: "manual", file }, async () => {
      const written = await writeBackup(source, key, file);
      return { bytes: written.bytes, documents: written.manifest.documents };
    });
    console.log(`${file} has ${documents} documents in ${bytes} bytes.`);
    for (const line of keptApart(environment)) console.log(line);
  } finally {
    await close();
  }
}

async function fileAt(place: string): Promise<string> {
  const found = await stat(place).catch(() => null);
  return found?.isDirectory() ? join(place, manualName(clock.now())) : place;
}

async function makeKey(file: string): Promise<void> {
  try {
    await writeFile(file, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new BackupError(`${file} is there already and was left as it is.`, error);
    throw whyUnwritten(file, error);
  }
  console.log(
    `Name it in BACKUP_KEY_FILE=${file}. Whoever loses it cannot open the backups that it seals: keep a copy elsewhere.`,
  );
}

/** What is not in the backup, and without which it is of no use. */
function keptApart({ vault, sessionKey, dataDir, identity }: Environment): string[] {
  const isKept = vault.current === null && vault.keyFile === null;
  const wallets = isKept ? join(dataDir, "vault.key") : vault.setting;
  const sessions = sessionKey === null ? join(dataDir, "session.key") : "SESSION_KEY";
  return [
    `This backup cannot be used without two keys that are not in it: BACKUP_KEY, which opens it, and ${wallets}, which opens the wallets. Keep a copy of both where neither this machine nor the backup is.`,
    `${sessions} is not in it either: with another one people sign in again, and nothing else is lost.`,
    `Neither is ${identity.erasureKeysDir}, and it belongs in no backup: pictures of identities whose keys are gone stay gone.`,
  ];
}

await runCommand(backUp);
