import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Store } from "#server/embedded/stellar/store.ts";
import { PASSPHRASE, startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import { Inconsistency, LedgerCheck } from "./ledger-check.ts";
import { killInRounds } from "./rounds.ts";

const ROUNDS = 2;
const TIMEOUT_MS = 120_000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "astrolabe-stellar-faults-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test(
  "kill -9 under load leaves whole ledgers, promises that can be kept, and cursors that go on",
  { timeout: TIMEOUT_MS },
  async () => {
    const seed = Date.now() % 1_000_000_000;
    console.warn(`kill -9 under load: seed ${seed}`);
    const { kills, ledgers, transactions } = await killInRounds(ROUNDS, seed, () => {});
    expect(kills).toBe(ROUNDS);
    expect(ledgers).toBeGreaterThan(ROUNDS);
    expect(transactions).toBeGreaterThan(ROUNDS);
  },
);

test("what a torn ledger would look like is found", async () => {
  const network = await startTestNetwork({ directory });
  const [payer, payee] = [await network.fund(), await network.fund()];
  const payment = Operation.payment({ destination: payee.publicKey(), asset: Asset.native(), amount: "1" });
  await network.run(payer, [payment]);
  await network.run(payer, [payment]);
  await network.stop();
  expect(check(directory)).toBe("");
  const { seq } = inStore((store) => store.lastLedger()) ?? { seq: 0 };
  const torn: readonly (readonly [string, string])[] = [
    [`DELETE FROM transactions WHERE ledger = ${seq}`, "has 0 transactions"],
    [`DELETE FROM ledgers WHERE seq = ${seq}`, "transactions of a ledger that is not there"],
    [`DELETE FROM ledgers WHERE seq = ${seq - 1}`, `ledger ${seq - 1} is missing`],
    [`UPDATE ledgers SET hash = zeroblob(32) WHERE seq = ${seq}`, "has another hash"],
    [`DELETE FROM operation_accounts WHERE ledger = ${seq}`, "are listed under no account"],
    ["DELETE FROM entries WHERE key IN (SELECT key FROM entries LIMIT 1)", "is not as history left it"],
  ];
  for (const [sql, words] of torn) {
    inStore((store) => store.database.exec(sql), backup());
    expect(check(join(directory, "torn"))).toContain(words);
  }
});

/** A copy of the ledger database, to be torn. */
function backup(): string {
  const folder = join(directory, "torn");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  inStore((store) => store.database.exec(`VACUUM INTO '${join(folder, "stellar.sqlite")}'`));
  return folder;
}

function inStore<T>(work: (store: Store) => T, folder = directory): T {
  const store = new Store(folder);
  try {
    return work(store);
  } finally {
    store.close();
  }
}

function check(folder: string): string {
  try {
    new LedgerCheck(PASSPHRASE).run(folder);
    return "";
  } catch (error) {
    if (error instanceof Inconsistency) return error.message;
    throw error;
  }
}
