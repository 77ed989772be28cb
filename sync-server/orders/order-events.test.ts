import {
  Asset,
  Claimant,
  getLiquidityPoolId,
  type Keypair,
  Keypair as Keys,
  LiquidityPoolAsset,
  Operation,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { MovementEvent } from "#schemas/movement-events.ts";
import { nameKey } from "#schemas/values/names.ts";
import { claimableCollection } from "#server/claimables/index.ts";
import { insertAccount } from "#server/platform/ingest/account.ts";
import { withFieldSeals } from "#server/platform/seals/sealed-fields.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { indexTrading } from "./order-rows.ts";
import { toldExchanges } from "./tell-former.ts";

const [ANA, BEN] = [1, 2];
let world: World;
let issuer: Keypair;
let stranger: Keypair;
let ana: Keypair;
let ben: Keypair;
let usd: Asset;
let usdKey: string;

beforeAll(async () => {
  world = await startWorld();
  await indexTrading(world.database);
  [issuer, stranger] = [await world.stranger(), await world.stranger()];
  [ana, ben] = [await world.ours(ANA), await world.ours(BEN)];
  await named(ANA, "ana", ana.publicKey());
  await named(BEN, "ben", ben.publicKey());
  usd = new Asset("USD", issuer.publicKey());
  usdKey = `USD-${issuer.publicKey()}`;
  for (const holder of [stranger, ana, ben]) {
    await world.apply([holder], [Operation.changeTrust({ asset: usd })]);
    const destination = holder.publicKey();
    await world.apply([issuer], [Operation.payment({ destination, asset: usd, amount: "10000" })]);
  }
  await world.ingest();
}, 60_000);
afterAll(() => world.stop());

/** A user as the names of the history find them. */
async function named(id: number, username: string, walletAddress: string): Promise<void> {
  const sealed = withFieldSeals(world.database, "users", id, { usernameKey: nameKey(username), walletAddress });
  await world.database.collection("users").insertOne({ id, username, email: `${username}@secret.example`, ...sealed });
}

/** What the history of a user holds of a transaction. */
async function told(userId: number, hash: string) {
  await world.ingest();
  const rows = (await world.rows(userId)).filter((row) => row["hash"] === hash);
  return rows.map(({ type, assetCode, amount, event, uid, partyName }) => ({
    uid,
    type,
    partyName,
    event,
    moved: `${String(amount)} ${String(assetCode)}`,
  }));
}

/** The number of the order that a row tells of. */
function offerIn(row: { readonly event: unknown } | undefined): string {
  return v.parse(MovementEvent, row?.event).order?.uid ?? "";
}

function sell(amount: string, price: string, offerId = "0") {
  return Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount, price, offerId });
}

test("an order that is placed, taken in part, edited and cancelled says so in one row each", async () => {
  const [placed, ...others] = await told(ANA, await world.apply([ana], [sell("200", "0.245")]));
  expect(others).toEqual([]);
  const order = { kind: "limit", side: "sell", base: "XLM", quote: usdKey, price: "0.245", wasTaken: false };
  expect(placed).toMatchObject({
    type: "order",
    event: { act: "placed", order: { ...order, amount: "200.0000000", filled: "0.0000000", left: "200.0000000" } },
  });
  const taking = Operation.manageBuyOffer({ selling: usd, buying: Asset.native(), buyAmount: "60", price: "0.245" });
  const [given, got] = await told(ANA, await world.apply([stranger], [taking]));
  expect(given).toMatchObject({
    type: "trade",
    moved: "60.0000000 XLM",
    event: {
      act: "exchanged",
      other: { asset: usdKey, amount: "14.7000000", isIncoming: true },
      order: { ...order, wasTaken: true, amount: "200.0000000", filled: "60.0000000", left: "140.0000000" },
    },
  });
  expect(got).toMatchObject({ moved: "14.7000000 USD", event: { act: "leg", of: given?.uid } });
  const uid = offerIn(placed);
  const [changed] = await told(ANA, await world.apply([ana], [sell("100", "0.25", uid)]));
  expect(changed?.event).toMatchObject({ act: "changed", order: { price: "0.25", left: "100.0000000" } });
  const [cancelled] = await told(ANA, await world.apply([ana], [sell("0", "0.25", uid)]));
  expect(cancelled?.event).toMatchObject({
    act: "cancelled",
    order: { uid, amount: "160.0000000", filled: "60.0000000", left: "0.0000000" },
  });
});

test("what is filled at once, and what is left of it, stand in the row of what was given", async () => {
  await world.apply([stranger], [sell("30", "0.2")]);
  const buy = Operation.manageBuyOffer({ selling: usd, buying: Asset.native(), buyAmount: "50", price: "0.21" });
  const [given, got] = await told(ANA, await world.apply([ana], [buy]));
  expect(given).toMatchObject({
    moved: "6.0000000 USD",
    event: {
      act: "exchanged",
      other: { asset: "XLM", amount: "30.0000000", isIncoming: true },
      order: { side: "buy", amount: "50.0000000", filled: "30.0000000", left: "20.0000000", wasTaken: false },
    },
  });
  expect(got?.event).toEqual({ act: "leg", of: given?.uid });
});

test("a swap names its path, a pool both of its assets", async () => {
  const eur = new Asset("EUR", issuer.publicKey());
  await world.apply([stranger], [Operation.changeTrust({ asset: eur })]);
  const destination = stranger.publicKey();
  await world.apply([issuer], [Operation.payment({ destination, asset: eur, amount: "1000" })]);
  const offers = [
    Operation.manageSellOffer({ selling: eur, buying: Asset.native(), amount: "100", price: "1" }),
    Operation.manageSellOffer({ selling: usd, buying: eur, amount: "100", price: "1" }),
  ];
  await world.apply([stranger], offers);
  const swap = Operation.pathPaymentStrictSend({
    sendAsset: Asset.native(),
    sendAmount: "5",
    destination: ben.publicKey(),
    destAsset: usd,
    destMin: "1",
    path: [eur],
  });
  const [given] = await told(BEN, await world.apply([ben], [swap]));
  expect(given).toMatchObject({
    type: "swap",
    moved: "5.0000000 XLM",
    event: { act: "exchanged", other: { asset: usdKey, amount: "5.0000000" }, path: [`EUR-${issuer.publicKey()}`] },
  });
  expect(given?.event).not.toHaveProperty("order");
  const pool = new LiquidityPoolAsset(Asset.native(), usd, 30);
  const liquidityPoolId = Buffer.from(
    getLiquidityPoolId("constant_product", pool.getLiquidityPoolParameters()),
  ).toString("hex");
  const deposit = Operation.liquidityPoolDeposit({
    liquidityPoolId,
    maxAmountA: "10",
    maxAmountB: "3",
    minPrice: { n: 1, d: 100 },
    maxPrice: { n: 100, d: 1 },
  });
  const put = await told(BEN, await world.apply([ben], [Operation.changeTrust({ asset: pool }), deposit]));
  expect(put.map(({ event }) => event)).toEqual([
    { act: "exchanged", other: { asset: "XLM", amount: "10.0000000", isIncoming: false } },
    { act: "leg", of: put[0]?.uid },
  ]);
});

test("an account that the house opened says so, and one that somebody else sponsored does not", async () => {
  const openedBy = async (sponsor: Keypair, userId: number) => {
    const own = Keys.random();
    const destination = own.publicKey();
    await world.database.transaction((session) => insertAccount(world.database, session, destination, userId));
    const hash = await world.apply(
      [sponsor, own],
      [
        Operation.beginSponsoringFutureReserves({ sponsoredId: destination }),
        Operation.createAccount({ destination, startingBalance: "0" }),
        Operation.endSponsoringFutureReserves({ source: destination }),
      ],
    );
    return told(userId, hash);
  };
  const common = { type: "create_account", moved: "0.0000000 XLM" };
  expect(await openedBy(await world.ours(0, "house"), 8)).toMatchObject([{ ...common, event: { act: "opened" } }]);
  expect(await openedBy(stranger, 9)).toMatchObject([{ ...common, event: null }]);
});

test("assets say whether they were added, removed or limited", async () => {
  const gbp = new Asset("GBP", issuer.publicKey());
  const line = (limit?: string) => Operation.changeTrust({ asset: gbp, ...(limit !== undefined && { limit }) });
  const acts: unknown[] = [];
  for (const limit of [undefined, "50", "0"])
    acts.push(...(await told(ANA, await world.apply([ana], [line(limit)]))).map(({ event }) => event));
  expect(acts).toEqual([{ act: "added" }, { act: "set" }, { act: "removed" }]);
});

test("who pays whom is named by their usernames, on both sides, and a stranger is not", async () => {
  const pay = (to: Keypair) => Operation.payment({ destination: to.publicKey(), asset: Asset.native(), amount: "1" });
  const hash = await world.apply([ana], [pay(ben)]);
  expect(await told(ANA, hash)).toMatchObject([{ type: "send", partyName: "ben" }]);
  expect(await told(BEN, hash)).toMatchObject([{ type: "receive", partyName: "ana", event: null }]);
  expect(await told(ANA, await world.apply([stranger], [pay(ana)]))).toMatchObject([{ partyName: "" }]);
  const [notice] = await world.database
    .collection("notifications")
    .find({ userId: BEN, kind: "payment-received", party: ana.publicKey() })
    .toArray();
  expect(notice).toMatchObject({ detail: "ana" });
  expect(JSON.stringify(await world.rows(BEN))).not.toContain("secret.example");
});

test("what one user sets aside for another is named on both sides", async () => {
  const claimants = [new Claimant(ben.publicKey()), new Claimant(ana.publicKey())];
  const hash = await world.apply([ana], [Operation.createClaimableBalance({ asset: usd, amount: "7", claimants })]);
  expect(await told(ANA, hash)).toMatchObject([{ type: "claimable", partyName: "ben" }]);
  const set = await claimableCollection(world.database).findOne({ userId: BEN, hash });
  expect(set).toMatchObject({ fromName: "ana" });
  const claim = Operation.claimClaimableBalance({ balanceId: set?.balanceId ?? "" });
  const claimed = await told(BEN, await world.apply([ben], [claim]));
  expect(claimed).toMatchObject([{ type: "receive", partyName: "ana", event: { act: "claimed" } }]);
});

test("a name that was written past the server names nobody", async () => {
  await world.database.collection("users").updateOne({ id: ANA }, { $set: { username: "bank", usernameKey: "bank" } });
  const hash = await world.apply(
    [ana],
    [Operation.payment({ destination: ben.publicKey(), asset: Asset.native(), amount: "2" })],
  );
  expect(await told(BEN, hash)).toMatchObject([{ type: "receive", partyName: "" }]);
});

test("rows from before tell both sides of an exchange, and nothing else of them changes", async () => {
  const rows = world.database.collection("transactions");
  const all = async () =>
    (await rows.find({}, { sort: { id: 1 } }).toArray()).map(({ revision: _revision, ...row }) => row);
  const before = await all();
  await rows.updateMany({}, { $unset: { event: "", partyName: "" } });
  await toldExchanges.run(world.database, world.clock.now());
  const after = await all();
  const exchanged = ["exchanged", "leg"];
  for (const [at, row] of before.entries()) {
    if (exchanged.includes(row["event"]?.act)) {
      const { order: _order, path: _path, ...event } = row["event"];
      expect(after[at]?.["event"]).toMatchObject(event);
    } else expect(after[at]).not.toHaveProperty("event");
    expect({ ...after[at], event: row["event"], partyName: row["partyName"] }).toEqual(row);
  }
  expect(after.filter(({ event }) => event?.act === "leg").length).toBeGreaterThan(3);
  await toldExchanges.run(world.database, world.clock.now());
  expect(await all()).toEqual(after);
});
