import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { KNOWN_MIGRATIONS, MIGRATIONS } from "#server/all-migrations.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import { restore } from "#server/backup/restore.ts";
import { ConfigError, readEnvironment } from "#server/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { settlePassphrase, settleStoreAlone } from "#server/settle-config.ts";
import { backupKey, runCommand, tellTenths } from "./command.ts";

const DATABASE_TIMEOUT_MS = 10_000;
const clock = { now: () => new Date() };

/** `npm run restore -- FILE [--replace]`: makes the database that the environment names of a backup, while no server runs. */
async function putBackFile(signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { replace: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new ConfigError("Say which backup: npm run restore -- FILE [--replace]");
  const environment = readEnvironment(withSecretFiles(process.env));
  const key = backupKey(environment);
  const passphrase = await settlePassphrase(environment);
  const tell = (sentence: string): void => console.error(sentence);
  const { store, stop } = await settleStoreAlone(environment, { info: tell, warn: tell });
  try {
    const database = await openDatabase(store.mongodbUrl, store.databaseName, DATABASE_TIMEOUT_MS).catch(() => {
      throw new ConfigError("MONGODB_URL names a database that does not answer.");
    });
    try {
      if (values.replace) await askName(store.databaseName);
      const { head, manifest } = await restore(file, key, {
        database,
        clock,
        passphrase,
        ring: openKeyRing(store.vault, clock),
        known: KNOWN_MIGRATIONS,
        migrations: MIGRATIONS,
        replaces: values.replace,
        signal,
        tell: tellTenths("Restored"),
      });
      console.log(
        `${store.databaseName} holds the ${manifest.documents} documents of ${head.takenAt}, ledger ${head.ledger}.`,
      );
      console.log(
        "Servers that start now read what the ledger holds since, and sign nothing before a super has confirmed what cannot be known.",
      );
    } finally {
      await database.close();
    }
  } finally {
    await stop();
  }
}

/** Whoever replaces a database has read its name. */
async function askName(name: string): Promise<void> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const [typed] = await Promise.race([
    asking
      .question(`Everything in the database goes. Type its name (${name}) to go on: `)
      .then((text) => [text.trim()]),
    new Promise<string[]>((resolve) => {
      asking.once("close", () => resolve([]));
    }),
  ]);
  asking.close();
  if (typed !== name) throw new BackupError("The name was not typed, and nothing was changed.");
}

await runCommand(putBackFile);
