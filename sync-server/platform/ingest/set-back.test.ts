import { Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import type { Document } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { accountCollection } from "./account.ts";
import { GapFiller } from "./fill-gaps.ts";
import { followOn } from "./follow.ts";
import { gapCollection } from "./gap-store.ts";
import { OwnAccounts } from "./own-accounts.ts";
import { readStates } from "./resync.ts";

const ANA = 1;
const RETAINED = 5;
/** What a backup has of a ledger. */
const BACKED_UP = [
  "accounts",
  "balances",
  "cursors",
  "fills",
  "notifications",
  "notifications_untold",
  "orders",
  "transactions",
];
const OWN_NUMBERS = new Set(["_id", "id", "revision", "seal", "version"]);
let world: World;
let ana: Keypair;
let stranger: Keypair;

beforeAll(async () => {
  world = await startWorld({ retainLedgers: RETAINED, hasHorizon: true });
  stranger = await world.stranger();
  ana = await world.ours(ANA);
});
afterAll(() => world.stop());

function deps() {
  return { runtime: world.runtime, network: world.network, parts: INGEST_PARTS };
}

async function follow(): Promise<void> {
  const [own, filler] = [new OwnAccounts(), new GapFiller()];
  while (await followOn(deps(), own, filler));
}

function backUp(): Promise<(readonly [string, Document[]])[]> {
  return Promise.all(
    BACKED_UP.map(async (name) => [name, await world.database.collection(name).find({}).toArray()] as const),
  );
}

async function restore(backup: readonly (readonly [string, Document[]])[]): Promise<void> {
  for (const [name, rows] of backup) {
    await world.database.collection(name).deleteMany({});
    if (rows.length > 0) await world.database.collection(name).insertMany(rows);
  }
}

/** The history and the orders, without numbers of ours, which differ with the order in which they are taken in. */
async function kept(): Promise<unknown> {
  const found = await Promise.all(
    ["transactions", "orders", "fills"].map(async (name) => {
      const rows = await world.database.collection(name).find({}).toArray();
      const plain = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !OWN_NUMBERS.has(key))));
      return [name, plain.map((row) => JSON.stringify(row)).toSorted()] as const;
    }),
  );
  return Object.fromEntries(found);
}

function pay(amount: string) {
  return Operation.payment({ destination: ana.publicKey(), asset: Asset.native(), amount });
}

test("a database that came back older than what nodes remember has what it lacks told by Horizon, and nothing twice", async () => {
  await world.apply([stranger], [pay("1")]);
  await world.ingest();
  const backup = await backUp();
  for (const amount of ["2", "3", "4"]) await world.apply([stranger], [pay(amount)]);
  await world.apply(
    [ana],
    [Operation.createAccount({ destination: Keypair.random().publicKey(), startingBalance: "5" })],
  );
  await world.ingest();
  const expected = await kept();
  await restore(backup);
  expect(await kept()).not.toEqual(expected);
  for (let closed = 0; closed < 2 * RETAINED; closed += 1) await world.close();
  await follow();
  expect(await kept()).toEqual(expected);
  const account = await accountCollection(world.database).findOne({ _id: ana.publicKey() });
  const { byAddress } = await readStates(world.network, account ? [account] : []);
  expect(account?.balance).toBe(byAddress.get(ana.publicKey())?.balance);
  expect(await gapCollection(world.database).findOne({})).toMatchObject({ state: "filled", transactions: 4 });
  expect(await world.database.collection("notifications").countDocuments({ kind: "payment-received" })).toBe(4);
});
