import { Asset, type Keypair, Operation } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { alterRecords, type HorizonProxy, startHorizonProxy } from "#server/platform/network/horizon-proxy.fixture.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { GapFiller } from "./fill-gaps.ts";
import { followOn } from "./follow.ts";
import { gapCollection, LONGEST_REST_MS } from "./gap-store.ts";
import { OwnAccounts } from "./own-accounts.ts";

const RETAINED = 5;
const ANA = 1;
let world: World;
let proxy: HorizonProxy;
let runtime: Runtime;
let stranger: Keypair;
let ana: Keypair;

beforeAll(async () => {
  world = await startWorld({ retainLedgers: RETAINED });
  proxy = await startHorizonProxy(world.stellar.horizonUrl);
  const { config } = world.runtime;
  runtime = { ...world.runtime, config: { ...config, stellar: { ...config.stellar, horizonUrls: [proxy.url] } } };
  stranger = await world.stranger();
  ana = await world.ours(ANA);
});
afterAll(async () => {
  await proxy.stop();
  await world.stop();
});
beforeEach(() => world.database.collection("system_issues").deleteMany({}));
afterEach(async () => {
  proxy.behave({});
  world.clock.advance(LONGEST_REST_MS);
  await follow();
});

function deps() {
  return { runtime, network: openRpcNetwork(runtime.config.stellar), parts: INGEST_PARTS };
}

async function follow(): Promise<void> {
  const [own, filler] = [new OwnAccounts(), new GapFiller()];
  while (await followOn(deps(), own, filler));
}

/** Pays Ana while nobody looks, for longer than RPC remembers. */
async function payUnseen(): Promise<string> {
  const pay = Operation.payment({ destination: ana.publicKey(), asset: Asset.native(), amount: "1" });
  const hash = await world.apply([stranger], [pay]);
  for (let closed = 0; closed < 2 * RETAINED; closed += 1) await world.close();
  return hash;
}

function openGaps() {
  return gapCollection(world.database)
    .find({ state: "open" }, { sort: { first: 1 } })
    .toArray();
}

async function isTaken(hash: string): Promise<boolean> {
  return (await world.database.collection("transactions").findOne({ userId: ANA, hash })) !== null;
}

function refusal() {
  return world.database.collection("system_issues").findOne({ checkId: "ingestion-gap-refused" });
}

const turned = alterRecords((records) => records.map((record) => ({ ...record, successful: false })));

test("a gap that is refused for good rests, ever longer, and younger ones are filled meanwhile", async () => {
  const former = await payUnseen();
  await followOn(deps(), new OwnAccounts(), new GapFiller());
  const [refused] = await openGaps();
  const lies = (path: string, body: Record<string, unknown>) =>
    path.includes("/transactions") && JSON.stringify(body).includes(former) ? turned(path, body) : body;
  proxy.behave({ alter: lies });
  await follow();
  expect(await openGaps()).toMatchObject([{ _id: refused?._id, refusals: 1, isUntrue: true }]);
  const later = await payUnseen();
  world.clock.advance(LONGEST_REST_MS);
  await follow();
  expect([await isTaken(former), await isTaken(later)]).toEqual([false, true]);
  expect(await openGaps()).toMatchObject([{ _id: refused?._id, refusals: 2, isPassed: true }]);
  expect(await refusal()).toMatchObject({ status: "active", metadata: { from: refused?.first, to: refused?.last } });
  // Another process asks no sooner than this one.
  proxy.behave({});
  const restsUntil = new Date(world.clock.now().getTime() + LONGEST_REST_MS / 2);
  await gapCollection(world.database).updateOne({ _id: refused?._id ?? 0 }, { $set: { restsUntil } });
  await follow();
  expect(await isTaken(former)).toBe(false);
  world.clock.advance(LONGEST_REST_MS);
  await follow();
  expect([await isTaken(former), await isTaken(later)]).toEqual([true, true]);
  expect(await openGaps()).toEqual([]);
  expect(await refusal()).toMatchObject({ status: "resolved" });
  const closed = await world.database.collection("system_issues").findOne({ checkId: "ingestion-gap" });
  expect(closed).toMatchObject({ status: "resolved" });
  expect(closed?.["resolution"]).toMatch(
    /^(Ledgers \d+ to \d+ were filled from Horizon: 1 transactions of ours\. ?){2}$/,
  );
});

test("an order of a gap that is filled late does not come back to what it was", async () => {
  const [issuer, taker] = [await world.stranger(), await world.stranger()];
  const usd = new Asset("USD", issuer.publicKey());
  await follow();
  for (const keys of [ana, taker]) await world.apply([keys], [Operation.changeTrust({ asset: usd })]);
  await world.apply(
    [issuer],
    [ana, taker].map((keys) => Operation.payment({ destination: keys.publicKey(), asset: usd, amount: "100" })),
  );
  await follow();
  const sell = { selling: usd, buying: Asset.native(), price: "2" };
  const placed = await world.apply([ana], [Operation.manageSellOffer({ ...sell, amount: "40" })]);
  await payUnseen();
  await followOn(deps(), new OwnAccounts(), new GapFiller());
  const lies = (path: string, body: Record<string, unknown>) =>
    path.includes("/transactions") && JSON.stringify(body).includes(placed) ? turned(path, body) : body;
  proxy.behave({ alter: lies });
  await follow();
  const buy = { selling: Asset.native(), buying: usd, price: "2" };
  const taken = await world.apply([taker], [Operation.manageBuyOffer({ ...buy, buyAmount: "15" })]);
  await payUnseen();
  world.clock.advance(LONGEST_REST_MS);
  await follow();
  expect([await isTaken(placed), await isTaken(taken)]).toEqual([false, true]);
  const orderNow = () => world.database.collection("orders").findOne({ userId: ANA });
  const between = await orderNow();
  expect(between).toMatchObject({ state: "open", amount: "25.0000000" });
  proxy.behave({});
  world.clock.advance(LONGEST_REST_MS);
  await follow();
  expect([await isTaken(placed), await isTaken(taken)]).toEqual([true, true]);
  expect(await orderNow()).toMatchObject({
    state: "open",
    amount: "25.0000000",
    lastOperation: between?.["lastOperation"],
  });
  expect(await world.database.collection("fills").countDocuments({ userId: ANA })).toBe(1);
});
