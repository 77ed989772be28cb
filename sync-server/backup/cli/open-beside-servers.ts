import { ConfigError, DATABASE_NAME, type Environment } from "#server/config.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { runningDatabase, settleStoreAlone } from "#server/settle-config.ts";

const TIMEOUT_MS = 10_000;
/** On the same machine. */
const NEAR_MS = 2000;

export interface OpenBeside {
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * Opens the database that the environment names, while servers may use it: of the embedded one that a server has started, that very
 * server's. Throws ConfigError.
 */
export async function openBesideServers(environment: Environment): Promise<OpenBeside> {
  const running = await runningDatabase(environment);
  // Where nobody answers any more it was stopped, and is started.
  const found = running && (await openDatabase(running, DATABASE_NAME, NEAR_MS).catch(() => null));
  if (found) return { database: found, close: () => found.close() };
  const tell = (sentence: string): void => console.error(sentence);
  const { store, stop } = await settleStoreAlone(environment, { info: tell, warn: tell });
  const database = await openDatabase(store.mongodbUrl, store.databaseName, TIMEOUT_MS).catch(async () => {
    await stop();
    throw new ConfigError("MONGODB_URL names a database that does not answer.");
  });
  return {
    database,
    close: async () => {
      await database.close();
      await stop();
    },
  };
}
