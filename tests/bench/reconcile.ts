import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { Operation, StrKey } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { entityIndexes } from "#server/platform/db/indexes.ts";
import { rootKey } from "#server/embedded/stellar/ledger/genesis.ts";
import { accountCollection, NO_ACCOUNT } from "#server/platform/ingest/account.ts";
import { moveCursor, readCursor } from "#server/platform/ingest/cursor.ts";
import { cursorAfterLedger } from "#server/platform/network/network.ts";
import { indexSubmissions } from "#server/platform/submissions/submission.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { median, type Result, roundsAndLoad } from "./results.ts";

const STARTING = "5.0000000";
const STARTING_STROOPS = "50000000";
const OPERATIONS_IN_ONE = 100;
const PER = 10_000;
const MEBIBYTE = 1024 * 1024;
/** So little that what a run keeps is seen: V8 left alone grows its heap before it looks for garbage. */
const HEAP = "--max-old-space-size=64";

const Round = v.object({
  accounts: v.number(),
  skipped: v.literal(0),
  differences: v.literal(0),
  ms: v.number(),
  grown: v.number(),
});
type Round = v.InferOutput<typeof Round>;

/**
 * How long it takes to compare all accounts with the ledger, and how much memory: with a tenth of `accounts` and with all of
 * them, so that memory which grows with their number is seen.
 */
export async function measureReconcile(accounts: number, rounds: number): Promise<Result[]> {
  const world = await startWorld();
  try {
    await entityIndexes.run(world.database, new Date());
    await indexSubmissions(world.database);
    await addAccounts(world, accounts / 10);
    const few = await compare(world, rounds);
    await addAccounts(world, accounts - accounts / 10);
    const all = await compare(world, rounds);
    return [few, all].flatMap(resultsOf);
  } finally {
    await world.stop();
  }
}

/** Opens accounts on the ledger that nobody has a key of, and stores what ingestion would. */
async function addAccounts(world: World, count: number): Promise<void> {
  const known = await accountCollection(world.database).countDocuments({});
  for (let from = 0; from < count; from += OPERATIONS_IN_ONE) {
    const batch = Array.from({ length: OPERATIONS_IN_ONE }, () => StrKey.encodeEd25519PublicKey(randomBytes(32)));
    const opening = batch.map((destination) => Operation.createAccount({ destination, startingBalance: STARTING }));
    await world.apply([rootKey(world.stellar.passphrase)], opening);
    await store(world, batch, known + from);
  }
  // They are stored as they are: what is left of the way is only walked.
  const { sequence: ledger } = await world.network.head();
  const cursor = await readCursor(world.database, null);
  await moveCursor(world.runtime, cursor, { cursor: cursorAfterLedger(ledger), ledger }, null);
}

async function store(world: World, addresses: readonly string[], known: number): Promise<void> {
  const state = { ...NO_ACCOUNT, exists: true, balance: STARTING_STROOPS, asOfLedger: 1 };
  const stored = addresses.map((_id, index) => {
    const number = known + index + 1;
    return { _id, userId: number, role: "wallet" as const, number, version: 0, inFlight: null, ...state };
  });
  await accountCollection(world.database).insertMany(stored);
  const shown = { uid: "XLM", assetCode: "XLM", issuer: "", balance: STARTING, spendable: "4.0000000" };
  const rows = stored.map(({ number }) => ({ ...shown, id: number, userId: number, deleted: false, revision: 1 }));
  await world.database.collection("balances").insertMany(rows);
}

async function compare({ runtime }: World, rounds: number): Promise<Round[]> {
  const { mongodbUrl, databaseName, stellar } = runtime.config;
  const child = join(import.meta.dirname, "reconcile-child.ts");
  const config = JSON.stringify({ mongodbUrl, databaseName, stellar });
  const { stdout } = await promisify(execFile)(process.execPath, [HEAP, child, config, String(rounds)]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => v.parse(Round, JSON.parse(line)));
}

function resultsOf(rounds: readonly Round[]): Result[] {
  const accounts = rounds[0]?.accounts ?? 0;
  const name = `reconciliation of ${accounts.toLocaleString("en-US")} accounts`;
  const note = roundsAndLoad(rounds.length);
  const grown = Math.max(...rounds.map((round) => round.grown)) / MEBIBYTE;
  return [
    {
      name: `${name}, each ${PER.toLocaleString("en-US")}`,
      value: median(rounds.map(({ ms }) => (ms / accounts) * PER)),
      unit: "ms",
      note,
    },
    { name: `${name}, memory at its peak beyond the start`, value: grown, unit: "MiB", note },
  ];
}
