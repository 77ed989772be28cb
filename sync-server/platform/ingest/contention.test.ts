import { Asset, Operation } from "@stellar/stellar-sdk";
import { MongoError } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import type { Database } from "#server/platform/db/database.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { accountCollection } from "./account.ts";
import { ingestedLedger, readCursor } from "./cursor.ts";
import { GAP_CHECK } from "./gap-store.ts";
import { ingestPage, type Standstill } from "./ingester.ts";
import { OwnAccounts } from "./own-accounts.ts";

const ANA = 1;
const BEN = 2;
let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** The same database, where the first attempts at every transaction meet somebody who was quicker. */
function contended(
  { database }: World,
  conflicts: number,
): { readonly database: Database; readonly commits: () => number } {
  let commits = 0;
  const transaction: Database["transaction"] = async (work) => {
    let left = conflicts;
    const done = await database.transaction(async (session) => {
      const result = await work(session);
      left -= 1;
      if (left < 0) return result;
      const conflict = new MongoError("a write conflict");
      conflict.addErrorLabel("TransientTransactionError");
      throw conflict;
    });
    commits += 1;
    return done;
  };
  return { database: { ...database, transaction }, commits: () => commits };
}

test.each([
  [1, 1],
  [2, 4],
  [4, 8],
])("a page that %i conflicts meet each time is folded all the same, in %i parts", async (conflicts, parts) => {
  const [ana, ben] = [await world.ours(ANA), await world.ours(BEN)];
  const pay = (destination: string, amount: string) =>
    Operation.payment({ destination, asset: Asset.native(), amount });
  const hashes: string[] = [];
  for (let each = 1; each <= 4; each += 1) {
    hashes.push(await world.apply([ana], [pay(ben.publicKey(), String(each))]));
    hashes.push(await world.apply([ben], [pay(ana.publicKey(), "0.5")]));
  }
  const { database, commits } = contended(world, conflicts);
  const deps = { runtime: { ...world.runtime, database }, network: world.network };
  while (await ingestPage({ ...deps, parts: INGEST_PARTS }));
  expect(commits()).toBe(parts);
  const { sequence } = await world.network.head();
  expect(await ingestedLedger(world.database, null)).toBe(sequence);
  for (const [userId, keys] of [
    [ANA, ana],
    [BEN, ben],
  ] as const) {
    const rows = (await world.rows(userId)).filter(({ hash }) => hashes.includes(String(hash)));
    expect(rows.map(({ hash }) => hash)).toEqual(hashes);
    const { accounts } = await world.network.holdings([{ address: keys.publicKey(), assets: [] }]);
    const stored = await accountCollection(world.database).findOne({ _id: keys.publicKey() });
    expect(stored?.balance).toBe(String(accounts.get(keys.publicKey())?.balance));
  }
});

test("two that fold at once leave one page behind them", async () => {
  const ana = await world.ours(3);
  const to = await world.stranger();
  const pay = Operation.payment({ destination: to.publicKey(), asset: Asset.native(), amount: "1" });
  const hashes = [await world.apply([ana], [pay]), await world.apply([ana], [pay])];
  const fold = async () => {
    while (await ingestPage({ runtime: world.runtime, network: world.network, parts: INGEST_PARTS }));
  };
  await Promise.all([fold(), fold(), fold()]);
  const rows = (await world.rows(3)).filter(({ hash }) => hashes.includes(String(hash)));
  expect(rows).toHaveLength(2);
  expect((await readCursor(world.database, null))?.ledger).toBe((await world.network.head()).sequence);
});

test("who stood still while another process went on misses nothing, and takes nothing for forgotten", async () => {
  const ana = await world.ours(4);
  const to = await world.stranger();
  const pay = () =>
    world.apply([ana], [Operation.payment({ destination: to.publicKey(), asset: Asset.native(), amount: "1" })]);
  const deps = { runtime: world.runtime, network: world.network, parts: INGEST_PARTS };
  const own = new OwnAccounts();
  const still: Standstill = { at: null };
  const catchUp = async () => {
    do await ingestPage(deps, own, still);
    while (still.at === null);
  };
  await catchUp();
  const stoodAt = still.at;
  expect(stoodAt?.ledger).toBe((await world.network.head()).sequence);
  const hashes = [await pay()];
  await world.ingest();
  hashes.push(await pay());

  await catchUp();
  still.at = stoodAt;
  const { sequence } = await world.network.head();
  const forgetful = { ...world.network, oldestLedger: () => Promise.resolve(sequence + 1), transactions: refuse };
  expect(await ingestPage({ ...deps, network: forgetful }, own, still)).toBe(true);
  expect(still.at).toBeNull();
  await catchUp();

  const rows = (await world.rows(4)).filter(({ hash }) => hashes.includes(String(hash)));
  expect(rows.map(({ hash }) => hash)).toEqual(hashes);
  expect(await world.database.collection("system_issues").countDocuments({ checkId: GAP_CHECK })).toBe(0);
});

function refuse(): Promise<never> {
  return Promise.reject(new NetworkError("older than what is remembered"));
}
