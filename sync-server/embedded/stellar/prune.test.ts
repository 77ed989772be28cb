import { Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { integerIn } from "./sql.ts";
import type { Store } from "./store.ts";
import { startTestNetwork, type TestNetwork } from "./test-network.ts";

const KEPT = 48;
const KEPT_LONG = 128;
/** Something is forgotten every sixteen ledgers. */
const EVERY = 16;

const pay = (to: Keypair) => Operation.payment({ destination: to.publicKey(), asset: Asset.native(), amount: "1" });

async function closeMany(network: TestNetwork, count: number): Promise<void> {
  for (let closed = 0; closed < count; closed += 1) await network.close();
}

async function ask(network: TestNetwork, path: string) {
  const response = await fetch(`${network.url}${path}`);
  const body: ReturnType<typeof JSON.parse> = await response.json();
  return { status: response.status, body };
}

function count(store: Store, sql: string, ...values: number[]): number {
  return integerIn(store.sql(sql).get(...values)?.["n"]);
}

function pages({ database }: Store): number {
  return integerIn(database.prepare("PRAGMA page_count").get()?.["page_count"]);
}

test("what happened before the kept ledgers is forgotten and said to be, and what is on the ledger stays", async () => {
  const network = await startTestNetwork({ keepHistory: KEPT, retainLedgers: 5 });
  try {
    const [from, to] = [await network.fund(), await network.fund()];
    const old = await network.run(from, [pay(to)]);
    expect((await ask(network, "/")).body.history_elder_ledger).toBe(1);
    await closeMany(network, 2 * KEPT);
    const late = await network.run(from, [pay(to)]);
    await closeMany(network, EVERY);

    const latest = (await network.rpc.getLatestLedger()).sequence;
    const elder: number = (await ask(network, "/")).body.history_elder_ledger;
    expect(elder).toBeGreaterThan(latest - KEPT - EVERY);
    expect(elder).toBeLessThanOrEqual(latest - KEPT + 1);
    expect((await ask(network, `/ledgers/${elder - 1}`)).status).toBe(410);
    expect((await ask(network, `/ledgers/${elder}`)).status).toBe(200);
    expect((await ask(network, `/transactions/${old.txHash}`)).status).toBe(404);
    const own = `/accounts/${from.publicKey()}`;
    expect((await ask(network, own)).body.balances[0].balance).toBe("9997.9999800");
    for (const list of ["transactions", "operations", "payments", "effects"])
      for (const order of ["asc", "desc"]) {
        const { status, body } = await ask(network, `${own}/${list}?order=${order}`);
        expect([list, status]).toEqual([list, 200]);
        expect(body._embedded.records.length, `${list} ${order}`).toBe(1);
      }
    expect((await ask(network, `${own}/transactions`)).body._embedded.records[0].hash).toBe(late.txHash);
    const { status, body } = await ask(network, `/operations?order=desc&cursor=${2n ** 32n * BigInt(elder)}`);
    expect([status, body.title]).toEqual([410, "Data Requested Is Before Recorded History"]);

    const { store } = network.server.network.chain;
    for (const table of ["transactions", "transaction_accounts", "operation_accounts", "trades"])
      expect(count(store, `SELECT count(*) AS n FROM ${table} WHERE ledger < ?`, elder), table).toBe(0);
  } finally {
    await network.stop();
  }
});

test("a long run leaves the file as large as it was, however many accounts take part", async () => {
  const network = await startTestNetwork({ keepHistory: KEPT_LONG, retainLedgers: 16 });
  try {
    const { network: ledger } = network.server;
    const { store } = ledger.chain;
    const root = await network.fund();
    const people = Array.from({ length: 120 }, () => Keypair.random());
    const create = (to: Keypair) => Operation.createAccount({ destination: to.publicKey(), startingBalance: "2" });
    for (let at = 0; at < people.length; at += 40) await network.run(root, people.slice(at, at + 40).map(create));
    let paid = 0;
    const live = async (ledgers: number) => {
      for (let closed = 0; closed < ledgers; closed += 1) {
        if (closed % 8 === 0) {
          const receivers = [0, 1, 2, 3].map((step) => people[(paid + step) % people.length] ?? root);
          paid += receivers.length;
          await network.run(root, receivers.map(pay));
        } else ledger.closeLedger();
      }
    };
    await live(400);
    const settled = pages(store);
    await live(800);
    expect(pages(store)).toBeLessThan(settled * 1.05);
    expect(count(store, "SELECT count(*) AS n FROM ledgers")).toBeLessThan(KEPT_LONG + 2 * EVERY);
  } finally {
    await network.stop();
  }
}, 180_000);
