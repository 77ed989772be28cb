import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { KNOWN_MIGRATIONS, MIGRATIONS, SEAL_CHECKS } from "#server/all-migrations.ts";
import { drill } from "#server/backup/drill.ts";
import { HASTY } from "#server/backup/read-moment.ts";
import { noteRun } from "#server/backup/runs.ts";
import { ConfigError, readEnvironment } from "#server/config.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { settlePassphrase, settleVaultAlone } from "#server/settle-config.ts";
import { backupKey, runCommand, tellTenths } from "./command.ts";
import { openBesideServers } from "./open-beside-servers.ts";

const clock = { now: () => new Date() };

/** `npm run backup:drill -- FILE`: whether a backup can be restored, tried in a database of its own beside whatever runs. */
async function tryFile(signal: AbortSignal): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new ConfigError("Say which backup: npm run backup:drill -- FILE");
  const environment = readEnvironment(withSecretFiles(process.env));
  const key = backupKey(environment);
  const passphrase = await settlePassphrase(environment);
  const { database, close } = await openBesideServers(environment);
  try {
    const ring = openKeyRing(await settleVaultAlone(environment), clock);
    const parts = { known: KNOWN_MIGRATIONS, migrations: MIGRATIONS, sealChecks: SEAL_CHECKS };
    const how = { dataDir: environment.dataDir, clock, passphrase, ring, pace: HASTY, signal };
    const { documents, auditRows, takenAt } = await noteRun({ database, clock }, { kind: "drill", file }, async () => {
      const tried = await drill(file, key, { ...parts, ...how, tell: tellTenths("Tried") });
      const { takenAt } = tried.head;
      return {
        bytes: (await stat(file)).size,
        documents: tried.manifest.documents,
        auditRows: tried.auditRows,
        takenAt,
      };
    });
    console.log(
      `The backup of ${takenAt} can be restored: ${documents} documents as they were, their seals, and ${auditRows} rows of the audit log.`,
    );
  } finally {
    await close();
  }
}

await runCommand(tryFile);
