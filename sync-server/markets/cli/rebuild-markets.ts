import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ConfigError, readEnvironment } from "#server/config.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { askRebuild } from "#server/markets/build-index.ts";
import { readState, type StateDocument, stateCollection } from "#server/markets/market-store.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { settleStoreAlone } from "#server/settle-config.ts";

const DATABASE_TIMEOUT_MS = 10_000;
/** A server that runs takes it up with the next ledger. */
const TAKEN_UP_MS = 30_000;
const DONE_MS = 60 * 60_000;
const LOOK_MS = 250;

/**
 * `npm run markets:rebuild`: has the running servers read all markets from Horizon anew; with `--check`, compare them first,
 * and rebuild only what differs.
 */
async function rebuild(database: Database, isCheck: boolean): Promise<void> {
  const before = await readState(database);
  if (!before || before.phase === "idle") {
    console.log("There is no market data yet: the first server that starts reads it in.");
    return;
  }
  if (isCheck) return check(database);
  await askRebuild(database);
  const began = await until(database, TAKEN_UP_MS, (state) => state.generation > before.generation);
  if (!began) {
    console.log("No server runs that takes it up. The next one that starts will.");
    return;
  }
  console.log("The markets are being read in.");
  const done = await until(database, DONE_MS, ({ phase }) => phase === "live");
  if (!done) throw new ConfigError("The markets were not read in within an hour. The servers go on trying.");
  console.log(`The markets are as of ledger ${done.ledger} (generation ${done.generation}).`);
}

async function check(database: Database): Promise<void> {
  await stateCollection(database).updateOne({ _id: "markets" }, { $set: { isCheckAsked: true } });
  const done = await until(database, DONE_MS, ({ isCheckAsked }) => isCheckAsked === false);
  const open = await database.collection("system_issues").findOne({ checkId: "markets-differ", status: "active" });
  if (!done) throw new ConfigError("No server compared the markets within an hour.");
  console.log(
    open ? "The markets differ from Horizon, and are being read in anew." : "The markets are as Horizon has them.",
  );
  if (open) process.exitCode = 1;
}

async function until(
  database: Database,
  withinMs: number,
  isTrue: (state: StateDocument) => boolean,
): Promise<StateDocument | null> {
  const deadlineMs = performance.now() + withinMs;
  while (performance.now() < deadlineMs) {
    const state = await readState(database);
    if (state && isTrue(state)) return state;
    await delay(LOOK_MS);
  }
  return null;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  const tell = (sentence: string): void => console.error(sentence);
  const { store, stop } = await settleStoreAlone(readEnvironment(withSecretFiles(process.env)), {
    info: tell,
    warn: tell,
  });
  try {
    const database = await openDatabase(store.mongodbUrl, store.databaseName, DATABASE_TIMEOUT_MS).catch(() => {
      throw new ConfigError("MONGODB_URL names a database that does not answer.");
    });
    await rebuild(database, values.check).finally(() => database.close());
  } finally {
    await stop();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
