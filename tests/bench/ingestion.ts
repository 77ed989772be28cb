import type { Keypair } from "@stellar/stellar-sdk";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { MIGRATIONS } from "#server/all-migrations.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { insertAccount } from "#server/platform/ingest/account.ts";
import { moveCursor } from "#server/platform/ingest/cursor.ts";
import { ingestPage } from "#server/platform/ingest/ingester.ts";
import { OwnAccounts } from "#server/platform/ingest/own-accounts.ts";
import { cursorAfterLedger } from "#server/platform/network/network.ts";
import { indexSubmissions } from "#server/platform/submissions/submission.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { openPayers } from "./payers.ts";
import { median, ratioOf, type Result, roundsAndLoad } from "./results.ts";

/** Payments in each ledger, each from an account of its own to the next one's. */
const IN_A_LEDGER = 100;
/** As many as twenty channels carry in a ledger, when the others are strangers'. */
const OURS_AMONG_STRANGERS = 20;
/** How often the embedded network closes a ledger by itself: real time. */
const LEDGER_MS = 1000;
const PAGE = 200;

interface Stretch {
  readonly payers: readonly Keypair[];
  /** The ledger before its first. */
  readonly start: number;
  readonly ledgers: number;
}

/** Transactions ingested per second from far behind, beside only reading them, and that as a multiple of real time. */
export async function measureIngestion(ledgers: number, rounds: number): Promise<Result[]> {
  const world = await startWorld();
  try {
    const stretch = await makeStretch(world, ledgers);
    const [read, all, some]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      read.push(await readOnly(world, stretch));
      all.push(await ingest(world, stretch, IN_A_LEDGER, `all-${round}`));
      some.push(await ingest(world, stretch, OURS_AMONG_STRANGERS, `some-${round}`));
    }
    const counterpart = "only read from the node";
    const unit = "transactions/s";
    const multiple = (rates: readonly number[]) => (median(rates) / IN_A_LEDGER) * (LEDGER_MS / 1000);
    const made = `${ledgers} ledgers of ${IN_A_LEDGER} payments, one a second`;
    return [
      ratioOf({ name: "ingestion, every payment between our accounts", unit, own: all, other: read, counterpart }),
      ratioOf({ name: `ingestion, ${OURS_AMONG_STRANGERS} in 100 ours`, unit, own: some, other: read, counterpart }),
      {
        name: `catch-up, ${OURS_AMONG_STRANGERS} in 100 ours, to real time`,
        value: multiple(some),
        unit: "times",
        goal: { kind: "at least", value: 10 },
        note: `${made} (${roundsAndLoad(rounds)})`,
      },
      { name: "catch-up, all ours, to real time", value: multiple(all), unit: "times", note: `the same ${made}` },
    ];
  } finally {
    await world.stop();
  }
}

async function makeStretch(world: World, ledgers: number): Promise<Stretch> {
  const payers = await openPayers(world.stellar, IN_A_LEDGER);
  const { sequence: start } = await world.network.head();
  for (let ledger = 0; ledger < ledgers; ledger += 1) await payers.pay();
  return { payers: payers.keys, start, ledgers };
}

async function readOnly({ network }: World, { start, ledgers }: Stretch): Promise<number> {
  const from = performance.now();
  let cursor = cursorAfterLedger(start);
  let read = 0;
  for (;;) {
    const page = await network.transactions(cursor, PAGE);
    read += page.transactions.length;
    cursor = page.cursor;
    if (page.transactions.length < PAGE) break;
  }
  return rateSince(from, read, ledgers);
}

/** Ingests the stretch into a database of its own in which the first `ours` of the accounts are wallets. */
async function ingest(world: World, { payers, start, ledgers }: Stretch, ours: number, name: string): Promise<number> {
  const database = await openDatabase(world.runtime.config.mongodbUrl, name, 10_000);
  try {
    await migrate(database, MIGRATIONS, world.clock);
    await indexSubmissions(database);
    for (const [index, payer] of payers.slice(0, ours).entries())
      await database.transaction((session) => insertAccount(database, session, payer.publicKey(), index + 1));
    const runtime = { ...world.runtime, database };
    await moveCursor(runtime, null, { cursor: cursorAfterLedger(start), ledger: start }, null);
    const own = new OwnAccounts();
    const from = performance.now();
    while (await ingestPage({ runtime, network: world.network, parts: INGEST_PARTS }, own));
    const rate = rateSince(from, ledgers * IN_A_LEDGER, ledgers);
    // Every payment between two of ours gives each of them a row.
    const rows = await database.collection("transactions").countDocuments({});
    if (rows !== 2 * ours * ledgers) throw new Error(`${rows} rows were written, not ${2 * ours * ledgers}`);
    return rate;
  } finally {
    await database.close();
  }
}

function rateSince(from: number, transactions: number, ledgers: number): number {
  if (transactions !== ledgers * IN_A_LEDGER) throw new Error(`${transactions} transactions were read`);
  return (transactions * 1000) / (performance.now() - from);
}
