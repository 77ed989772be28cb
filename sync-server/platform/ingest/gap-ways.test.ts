import { Asset, Claimant, Keypair, LiquidityPoolAsset, Memo, Operation } from "@stellar/stellar-sdk";
import { getLiquidityPoolId } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { houseAccounts, makeHouseAccounts } from "#server/platform/house/accounts.ts";
import { alterRecords, type HorizonProxy, startHorizonProxy } from "#server/platform/network/horizon-proxy.fixture.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { accountCollection } from "./account.ts";
import { readCursor } from "./cursor.ts";
import { GapFiller } from "./fill-gaps.ts";
import { type GapWay, gapCollection, insertGap } from "./gap-store.ts";
import { OwnAccounts } from "./own-accounts.ts";

const ANA = 1;
const BEN = 2;
const XLM = Asset.native();
/** What is kept of a ledger, by collection; numbers of ours differ with the order in which it is taken in. */
const KEPT = ["transactions", "fills", "orders", "claimable_balances", "suspense_items", "house_movements"];
const OWN_NUMBERS = new Set(["_id", "id", "revision", "seal"]);

let world: World;
let proxy: HorizonProxy;
let runtime: Runtime;
let before = { cursor: "", ledger: 0 };
/** What ingestion kept of the ledgers as RPC told them. */
let told: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  world = await startWorld();
  proxy = await startHorizonProxy(world.stellar.horizonUrl);
  const { config } = world.runtime;
  runtime = { ...world.runtime, config: { ...config, stellar: { ...config.stellar, horizonUrls: [proxy.url] } } };
  await play();
  told = await kept();
}, 60_000);
afterAll(async () => {
  await proxy.stop();
  await world.stop();
});

/** What people, strangers and the house do: of everything that the history tells something. */
async function play(): Promise<void> {
  const { database, deps } = world;
  const [issuer, stranger, merging] = [await world.stranger(), await world.stranger(), await world.stranger()];
  const [ana, ben] = [await world.ours(ANA), await world.ours(BEN)];
  const usd = new Asset("USD", issuer.publicKey());
  const eur = new Asset("EURO1", issuer.publicKey());
  const makeKey = (session: Parameters<typeof deps.vault.createKey>[0]) =>
    deps.vault.createKey(session, { userId: HOUSE_USER, purpose: "house" });
  await makeHouseAccounts(database, makeKey, world.clock);
  const treasury = (await houseAccounts(database)).get("treasury") ?? "";
  for (const keys of [ana, ben, stranger])
    await world.apply([keys], [Operation.changeTrust({ asset: usd }), Operation.changeTrust({ asset: eur })]);
  await world.ingest();
  const cursor = await readCursor(database, null);
  before = { cursor: cursor?.cursor ?? "", ledger: cursor?.ledger ?? 0 };
  const pay = (destination: string, amount: string, asset = XLM) => Operation.payment({ destination, asset, amount });
  const sell = (selling: Asset, buying: Asset, amount: string, price: string, offerId = "0") =>
    Operation.manageSellOffer({ selling, buying, amount, price, offerId });
  await world.apply(
    [issuer],
    [ana, ben, stranger].flatMap((keys) => [pay(keys.publicKey(), "1000", usd), pay(keys.publicKey(), "500", eur)]),
  );
  await world.apply([stranger], [Operation.createAccount({ destination: treasury, startingBalance: "50" })]);
  await world.apply([stranger], [pay(treasury, "12.5")], Memo.text("from Zoe"));
  await world.apply([stranger], [pay(ana.publicKey(), "22")], Memo.text("rent"));
  await world.apply([ana], [pay(ben.publicKey(), "7", usd), pay(stranger.publicKey(), "3")], Memo.id("77"));
  await expect(world.apply([ana], [pay(ben.publicKey(), "99999", usd)])).rejects.toThrow("FAILED");
  await world.apply([merging], [Operation.accountMerge({ destination: ana.publicKey() })]);
  // An order of Ana's that is changed, and taken in part by a stranger; one that is cancelled; one that trades at once.
  await world.apply([ana], [sell(usd, eur, "40", "2")]);
  const first = await offerOf(ana);
  await world.apply([ana], [sell(usd, eur, "30", "2", first)]);
  await world.apply([stranger], [Operation.manageBuyOffer({ selling: eur, buying: usd, buyAmount: "5", price: "2" })]);
  await world.apply([ana], [sell(usd, XLM, "9", "7")]);
  await world.apply([ana], [sell(usd, XLM, "0", "7", await offerOf(ana, first))]);
  await world.apply([stranger], [sell(eur, XLM, "20", "3")]);
  await world.apply([ben], [Operation.manageBuyOffer({ selling: XLM, buying: eur, buyAmount: "4", price: "3" })]);
  const path = { sendAsset: XLM, sendMax: "100", destAsset: eur, destAmount: "2", path: [] };
  await world.apply([ben], [Operation.pathPaymentStrictReceive({ ...path, destination: ana.publicKey() })]);
  const swap = { sendAsset: XLM, sendAmount: "3", destAsset: eur, destMin: "0.1", path: [] };
  await world.apply([ben], [Operation.pathPaymentStrictSend({ ...swap, destination: ben.publicKey() })]);
  const claimants = [new Claimant(ana.publicKey())];
  await world.apply([stranger], [Operation.createClaimableBalance({ asset: usd, amount: "6", claimants })]);
  await world.apply([stranger], [Operation.createClaimableBalance({ asset: usd, amount: "8", claimants })]);
  await world.ingest();
  const balance = await database.collection("claimable_balances").findOne({ amount: "6.0000000" });
  await world.apply([ana], [Operation.claimClaimableBalance({ balanceId: String(balance?.["balanceId"]) })]);
  const pool = new LiquidityPoolAsset(XLM, usd, 30);
  const liquidityPoolId = Buffer.from(
    getLiquidityPoolId("constant_product", pool.getLiquidityPoolParameters()),
  ).toString("hex");
  const deposit = { liquidityPoolId, maxAmountA: "8", maxAmountB: "2", minPrice: "0.01", maxPrice: "100" };
  await world.apply([ana], [Operation.changeTrust({ asset: pool }), Operation.liquidityPoolDeposit(deposit)]);
  await world.apply(
    [ana],
    [Operation.liquidityPoolWithdraw({ liquidityPoolId, amount: "1", minAmountA: "0", minAmountB: "0" })],
  );
  const gbp = new Asset("GBP", issuer.publicKey());
  await world.apply([ben], [Operation.changeTrust({ asset: gbp })]);
  await world.apply([ben], [Operation.changeTrust({ asset: gbp, limit: "0" })]);
  const child = Keypair.random();
  await world.apply([ana], [Operation.createAccount({ destination: child.publicKey(), startingBalance: "5" })]);
  await world.ingest();
}

async function offerOf(keys: Keypair, besides = ""): Promise<string> {
  await world.ingest();
  const orders = await world.database.collection("orders").find({ state: "open" }).toArray();
  const found = orders.find((order) => order["offerId"] !== besides && order["userId"] === ANA);
  if (!found) throw new Error(`${keys.publicKey()} has no order`);
  return String(found["offerId"]);
}

/** All that is kept of the ledgers since, without numbers of ours. */
async function kept(): Promise<Readonly<Record<string, unknown>>> {
  const found = await Promise.all(
    KEPT.map(async (name) => {
      const rows = await world.database
        .collection(name)
        .find({ ledger: { $gt: before.ledger } })
        .toArray();
      const plain = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !OWN_NUMBERS.has(key))));
      return [name, plain.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))];
    }),
  );
  return Object.fromEntries(found);
}

/** Forgets what was kept of the ledgers since, and has them filled from Horizon. */
async function fill(way: GapWay): Promise<number> {
  const { database, network } = world;
  for (const name of KEPT) await database.collection(name).deleteMany({ ledger: { $gt: before.ledger } });
  const { ledger: last } = (await readCursor(database, null)) ?? { ledger: 0 };
  const { number: lastNumber = 0 } = (await accountCollection(database).findOne({}, { sort: { number: -1 } })) ?? {};
  const now = runtime.clock.now();
  await database.transaction((session) =>
    insertGap(database, session, {
      first: before.ledger + 1,
      last,
      cursor: before.cursor,
      lastNumber,
      openedAt: now,
      since: now,
    }),
  );
  await gapCollection(database).updateOne({ state: "open" }, { $set: { way } });
  const [filler, own] = [new GapFiller(), new OwnAccounts()];
  let steps = 0;
  for (; steps < 100; steps += 1) {
    const { outcome } = await filler.step({ runtime, network, parts: INGEST_PARTS }, own);
    if (outcome === "none") break;
    if (outcome === "waits")
      throw new Error(JSON.stringify(await database.collection("system_issues").find({}).toArray()));
  }
  return steps;
}

test.each(["walk", "ask"] as const)("by the way %s all is kept as RPC told it", async (way) => {
  await fill(way);
  expect(await kept()).toEqual(told);
});

const without = alterRecords((records) => records.map(({ result_meta_xdr: _meta, ...record }) => record));

test.each(["walk", "ask"] as const)("by the way %s, without metadata, the history is as RPC told it", async (way) => {
  proxy.behave({ alter: without });
  await fill(way);
  proxy.behave({});
  const { orders, ...others } = await kept();
  const { orders: expected, ...rest } = told;
  expect(others).toEqual(rest);
  expect(orders).toEqual(expected);
});
