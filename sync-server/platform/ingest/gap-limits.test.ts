import { setTimeout as pause } from "node:timers/promises";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { alterRecords, type HorizonProxy, startHorizonProxy } from "#server/platform/network/horizon-proxy.fixture.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { accountCollection } from "./account.ts";
import { readCursor } from "./cursor.ts";
import { GapFiller } from "./fill-gaps.ts";
import { type GapWay, gapCollection, insertGap, LONGEST_REST_MS } from "./gap-store.ts";
import { OwnAccounts } from "./own-accounts.ts";

const ANA = 1;
const BEN = 2;
const PAYMENTS = 70;
const OFFERS_TAKEN = 30;
const ALLOWED = { questions: 30, retryAfterSeconds: 0.02, isRenewed: true };
let world: World;
let proxy: HorizonProxy;
let runtime: Runtime;
let before = { cursor: "", ledger: 0 };
let rows = 0;

beforeAll(async () => {
  world = await startWorld();
  proxy = await startHorizonProxy(world.stellar.horizonUrl);
  const { config } = world.runtime;
  runtime = { ...world.runtime, config: { ...config, stellar: { ...config.stellar, horizonUrls: [proxy.url] } } };
  const [issuer, stranger] = [await world.stranger(), await world.stranger()];
  const [ana, ben] = [await world.ours(ANA), await world.ours(BEN)];
  const usd = new Asset("USD", issuer.publicKey());
  for (const keys of [ana, stranger]) await world.apply([keys], [Operation.changeTrust({ asset: usd })]);
  await world.apply([issuer], [Operation.payment({ destination: ana.publicKey(), asset: usd, amount: "1000" })]);
  await world.ingest();
  before = (await readCursor(world.database, null)) ?? before;
  const pay = { asset: Asset.native(), amount: "1" };
  for (let paid = 0; paid < PAYMENTS; paid += 1)
    await world.apply([stranger], [Operation.payment({ ...pay, destination: (paid % 2 ? ana : ben).publicKey() })]);
  // What others take of an order is no transaction of its owner's: it is found by its effects.
  const order = { selling: usd, buying: Asset.native(), amount: "100", price: "1" };
  await world.apply([ana], [Operation.manageSellOffer(order)]);
  const take = { selling: Asset.native(), buying: usd, buyAmount: "1", price: "1" };
  for (let taken = 0; taken < OFFERS_TAKEN; taken += 1) await world.apply([stranger], [Operation.manageBuyOffer(take)]);
  await world.ingest();
  rows = await countRows();
}, 120_000);
afterAll(async () => {
  await proxy.stop();
  await world.stop();
});

function countRows(): Promise<number> {
  return world.database.collection("transactions").countDocuments({ ledger: { $gt: before.ledger } });
}

/** Forgets what was kept of the ledgers since, and has them filled from Horizon; answers with what it was asked. */
async function requestsOf(way: GapWay): Promise<number> {
  const { database, network, clock } = world;
  await database.collection("transactions").deleteMany({ ledger: { $gt: before.ledger } });
  const { ledger: last } = (await readCursor(database, null)) ?? before;
  const { number: lastNumber = 0 } = (await accountCollection(database).findOne({}, { sort: { number: -1 } })) ?? {};
  const times = { openedAt: clock.now(), since: clock.now() };
  await database.transaction((session) =>
    insertGap(database, session, { first: before.ledger + 1, last, cursor: before.cursor, lastNumber, ...times }),
  );
  await gapCollection(database).updateOne({ state: "open" }, { $set: { way } });
  const [filler, own] = [new GapFiller(), new OwnAccounts()];
  proxy.takeAsked();
  for (let steps = 0; steps < 500; steps += 1) {
    const { outcome } = await filler.step({ runtime, network, parts: INGEST_PARTS }, own);
    if (outcome === "none") return proxy.takeAsked().length;
    if (outcome === "more") continue;
    await pause(2 * ALLOWED.retryAfterSeconds * 1000);
    clock.advance(LONGEST_REST_MS);
  }
  throw new Error(JSON.stringify(await database.collection("system_issues").find({}).toArray()));
}

const without = alterRecords((records) => records.map(({ result_meta_xdr: _meta, ...record }) => record));

test.each([
  ["walk", "told", undefined],
  ["walk", "not told", without],
  ["ask", "told", undefined],
  ["ask", "not told", without],
] as const)(
  "by the way %s, metadata %s, a Horizon that wants a rest after 30 requests is asked little more",
  async (way, _metadata, alter) => {
    const misbehaving = alter ? { alter } : {};
    proxy.behave(misbehaving);
    const unlimited = await requestsOf(way);
    expect(await countRows()).toBe(rows);
    proxy.behave({ ...misbehaving, allows: ALLOWED });
    const limited = await requestsOf(way);
    expect(await countRows()).toBe(rows);
    expect(limited).toBeLessThanOrEqual(1.5 * unlimited);
  },
  120_000,
);
