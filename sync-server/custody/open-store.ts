import { ConfigError, type Environment } from "#server/config.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type AuditLog, openAuditLog } from "#server/platform/vault/audit-log.ts";
import { type KeyRing, openKeyRing } from "#server/platform/vault/key-ring.ts";
import { settleStoreAlone } from "#server/settle-config.ts";

/** What a command on the vault works with. */
export interface OpenStore {
  readonly database: Database;
  readonly ring: KeyRing;
  readonly audit: AuditLog;
  readonly clock: Clock;
  close(): Promise<void>;
}

const DATABASE_TIMEOUT_MS = 10_000;
const clock = { now: () => new Date() };

/** Opens the database and the vault that the environment names, or the embedded ones. Throws ConfigError. */
export async function openStore(environment: Environment, tell: (sentence: string) => void): Promise<OpenStore> {
  const { store, stop } = await settleStoreAlone(environment, { info: tell, warn: tell });
  const database = await openDatabase(store.mongodbUrl, store.databaseName, DATABASE_TIMEOUT_MS).catch(async () => {
    await stop();
    throw new ConfigError("MONGODB_URL names a database that does not answer.");
  });
  return {
    database,
    clock,
    ring: openKeyRing(store.vault, clock),
    audit: openAuditLog(database, clock),
    close: async () => {
      await database.close();
      await stop();
    },
  };
}
