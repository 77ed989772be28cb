import {
  Asset,
  AuthRevocableFlag,
  getLiquidityPoolId,
  type Keypair,
  LiquidityPoolAsset,
  LiquidityPoolFeeV18,
  Operation,
} from "@stellar/stellar-sdk";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import { openAccountOffers } from "#server/platform/network/horizon-account-offers.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { standing } from "./order-changes.ts";
import { FILLS, type FillDocument, indexTrading, orderCollection, shareCollection } from "./order-rows.ts";
import { readCursor } from "#server/platform/ingest/cursor.ts";
import { resyncAccounts } from "#server/platform/ingest/resync.ts";
import { resyncOrders } from "./resync-orders.ts";

const [ANA, BEN] = [1, 2];
let world: World;
let issuer: Keypair;
let stranger: Keypair;
let ana: Keypair;
let ben: Keypair;
let usd: Asset;
let eur: Asset;

beforeAll(async () => {
  world = await startWorld();
  await indexTrading(world.database);
  [issuer, stranger] = [await world.stranger(), await world.stranger()];
  [ana, ben] = [await world.ours(ANA), await world.ours(BEN)];
  [usd, eur] = [new Asset("USD", issuer.publicKey()), new Asset("EUR", issuer.publicKey())];
  await world.apply([issuer], [Operation.setOptions({ setFlags: AuthRevocableFlag })]);
  for (const holder of [stranger, ana, ben]) {
    await world.apply([holder], [Operation.changeTrust({ asset: usd }), Operation.changeTrust({ asset: eur })]);
    const destination = holder.publicKey();
    await world.apply(
      [issuer],
      [usd, eur].map((asset) => Operation.payment({ destination, asset, amount: "10000" })),
    );
  }
  await world.ingest();
}, 60_000);
afterAll(() => world.stop());

function ordersOf(userId: number) {
  return orderCollection(world.database)
    .find({ userId }, { sort: { id: 1 }, projection: { _id: 0 } })
    .toArray();
}

function fillsOf(userId: number) {
  return world.database
    .collection<FillDocument>(FILLS)
    .find({ userId }, { sort: { id: 1 }, projection: { _id: 0 } })
    .toArray();
}

/** Open orders are the ledger's offers, to the stroop. */
async function expectOrdersAsOnLedger(userId: number, keys: Keypair): Promise<void> {
  const stellar = { ...world.runtime.config.stellar, horizonUrls: [world.stellar.horizonUrl] };
  const offers = await openAccountOffers(stellar, world.network)(keys.publicKey());
  const open = (await ordersOf(userId)).filter(({ state }) => state === "open");
  const told = open.map(({ offerId, base, quote, side, price, offered, amount }) => ({
    offerId,
    base,
    quote,
    side,
    price,
    offered,
    amount,
  }));
  const expected = offers.map((offer) => {
    const side = open.find(({ offerId }) => offerId === offer.offerId)?.side ?? "sell";
    const [base, quote] = side === "sell" ? [offer.selling, offer.buying] : [offer.buying, offer.selling];
    return { offerId: offer.offerId, base: assetKey(base), quote: assetKey(quote), side, ...standing(side, offer) };
  });
  const byId = (one: { offerId: string }, other: { offerId: string }) => (one.offerId < other.offerId ? -1 : 1);
  expect(told.toSorted(byId)).toEqual(expected.toSorted(byId));
}

test("an offer of ours on the way of a payment is a trade, and what is paid to its owner is a payment", async () => {
  await world.apply(
    [ana],
    [Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "20", price: "2" })],
  );
  const path = Operation.pathPaymentStrictReceive({
    sendAsset: Asset.native(),
    sendMax: "100",
    destination: ana.publicKey(),
    destAsset: usd,
    destAmount: "5",
  });
  const hash = await world.apply([stranger], [path]);
  await world.ingest();
  const rows = (await world.rows(ANA)).filter((row) => row["hash"] === hash);
  const address = ana.publicKey();
  expect(rows.map(({ type, assetCode, amount, from, to }) => ({ type, assetCode, amount, from, to }))).toEqual([
    { type: "receive", assetCode: "USD", amount: "5.0000000", from: stranger.publicKey(), to: address },
    { type: "trade", assetCode: "USD", amount: "5.0000000", from: address, to: "" },
    { type: "trade", assetCode: "XLM", amount: "10.0000000", from: "", to: address },
  ]);
  const [order] = await ordersOf(ANA);
  expect(order).toMatchObject({
    state: "open",
    amount: "15.0000000",
    filledBase: "5.0000000",
    filledQuote: "10.0000000",
  });
  await world.apply(
    [ana],
    [
      Operation.manageSellOffer({
        selling: usd,
        buying: Asset.native(),
        amount: "0",
        price: "2",
        offerId: order?.offerId ?? "",
      }),
    ],
  );
  await world.ingest();
  expect((await ordersOf(ANA))[0]).toMatchObject({ state: "cancelled", amount: "0.0000000", filledBase: "5.0000000" });
});

test("an issuer who takes the consent back removes the orders, and their owner is told", async () => {
  await world.apply(
    [ben],
    [
      Operation.manageBuyOffer({ selling: eur, buying: Asset.native(), buyAmount: "8", price: "0.5" }),
      Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "8", price: "5" }),
    ],
  );
  const flags = { authorized: false };
  await world.apply([issuer], [Operation.setTrustLineFlags({ trustor: ben.publicKey(), asset: eur, flags })]);
  await world.ingest();
  expect(await ordersOf(BEN)).toMatchObject([
    { side: "buy", state: "removed", amount: "0.0000000" },
    { side: "sell", state: "open" },
  ]);
  const told = await world.database
    .collection("notifications")
    .find({ userId: BEN, kind: /^order/ })
    .toArray();
  expect(told.map(({ kind }) => kind)).toEqual(["order-removed"]);
  await world.apply(
    [issuer],
    [Operation.setTrustLineFlags({ trustor: ben.publicKey(), asset: eur, flags: { authorized: true } })],
  );
  await world.ingest();
  await expectOrdersAsOnLedger(BEN, ben);
});

type Deed =
  | {
      readonly kind: "sell" | "buy" | "passive";
      readonly who: number;
      readonly pair: number;
      readonly amount: number;
      readonly price: number;
    }
  | {
      readonly kind: "edit" | "cancel";
      readonly who: number;
      readonly nth: number;
      readonly amount: number;
      readonly price: number;
    }
  | {
      readonly kind: "path";
      readonly who: number;
      readonly to: number;
      readonly pair: number;
      readonly amount: number;
    };

const who = fc.nat(2);
const amount = fc.integer({ min: 1, max: 300 });
const price = fc.integer({ min: 80, max: 120 });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("sell" as const, "buy" as const, "passive" as const),
      who,
      pair: fc.nat(5),
      amount,
      price,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("edit" as const, "cancel" as const),
      who: fc.nat(1),
      nth: fc.nat(5),
      amount,
      price,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("path" as const), who, to: who, pair: fc.nat(5), amount }) },
);

async function act(one: Deed): Promise<void> {
  const people = [ana, ben, stranger];
  const me = people[one.who] ?? stranger;
  const assets = [Asset.native(), usd, eur];
  const pairs = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => (a === b ? [] : [[assets[a], assets[b]] as const])));
  const text = (units: number) => formatAmount(BigInt(units) * 1_000_003n);
  const [given = usd, got = eur] = "pair" in one ? (pairs[one.pair] ?? []) : [];
  const at = "price" in one ? { n: one.price, d: 100 } : { n: 1, d: 1 };
  switch (one.kind) {
    case "sell":
      return void (await world.apply(
        [me],
        [Operation.manageSellOffer({ selling: given, buying: got, amount: text(one.amount), price: at })],
      ));
    case "passive":
      return void (await world.apply(
        [me],
        [Operation.createPassiveSellOffer({ selling: given, buying: got, amount: text(one.amount), price: at })],
      ));
    case "buy":
      return void (await world.apply(
        [me],
        [Operation.manageBuyOffer({ selling: given, buying: got, buyAmount: text(one.amount), price: at })],
      ));
    case "edit":
    case "cancel": {
      await world.ingest();
      const open = (await ordersOf(one.who === 0 ? ANA : BEN)).filter(({ state }) => state === "open");
      const order = open[one.nth % Math.max(1, open.length)];
      if (!order) return;
      const sdk = (key: string) => {
        const { assetCode, issuer: by } = assetOfKey(key);
        return by === "" ? Asset.native() : new Asset(assetCode, by);
      };
      const [selling, buying] =
        order.side === "sell" ? [sdk(order.base), sdk(order.quote)] : [sdk(order.quote), sdk(order.base)];
      const change = { selling, buying, price: at, offerId: order.offerId };
      const changed = one.kind === "cancel" ? "0" : text(one.amount);
      return void (await world.apply([me], [Operation.manageSellOffer({ ...change, amount: changed })]));
    }
    case "path": {
      const destination = (people[one.to] ?? stranger).publicKey();
      const terms = { sendAsset: given, destAsset: got, destination };
      return void (await world.apply(
        [me],
        [Operation.pathPaymentStrictSend({ ...terms, sendAmount: text(one.amount), destMin: "0.0000001" })],
      ));
    }
  }
}

test("after any sequence of trades, orders are the ledger's offers, and fills come to what was traded", async () => {
  const seed = Math.floor(performance.now() * 1000) % 2 ** 31;
  const deeds = fc.sample(deed, { numRuns: 45, seed });
  for (const one of deeds) {
    try {
      await act(one);
    } catch (error) {
      // What the ledger refuses, such as to trade with oneself, is no trade.
      if (!String(error).includes("FAILED")) throw error;
    }
  }
  await world.ingest();
  for (const [userId, keys] of [
    [ANA, ana],
    [BEN, ben],
  ] as const) {
    await expectOrdersAsOnLedger(userId, keys);
    const byFills = new Map<string, bigint>();
    const add = (sums: Map<string, bigint>, key: string, stroops: bigint) =>
      sums.set(key, (sums.get(key) ?? 0n) + stroops);
    for (const { base, quote, side, baseAmount, quoteAmount } of await fillsOf(userId)) {
      const sign = side === "sell" ? -1n : 1n;
      add(byFills, base, sign * parseAmount(baseAmount));
      add(byFills, quote, -sign * parseAmount(quoteAmount));
    }
    const byRows = new Map<string, bigint>();
    for (const row of await world.rows(userId)) {
      if (row["type"] !== "trade" && row["type"] !== "swap") continue;
      const key = assetKey({ assetCode: String(row["assetCode"]), issuer: String(row["issuer"]) });
      add(byRows, key, (row["from"] === keys.publicKey() ? -1n : 1n) * parseAmount(String(row["amount"])));
    }
    const nonZero = (sums: Map<string, bigint>) => [...sums].filter(([, sum]) => sum !== 0n).toSorted();
    expect(nonZero(byRows), `seed ${seed}, user ${userId}`).toEqual(nonZero(byFills));
    // Each order's own sums are those of its fills.
    const fills = await fillsOf(userId);
    for (const order of await ordersOf(userId)) {
      const own = fills.filter(({ orderUid }) => orderUid === order.uid);
      const sum = own.reduce((total, { baseAmount }) => total + parseAmount(baseAmount), 0n);
      expect(order.filledBase, `seed ${seed}, order ${order.uid}`).toBe(formatAmount(sum));
    }
  }
}, 120_000);

test("ledgers that are read twice change nothing", async () => {
  const everything = async () => ({
    orders: [await ordersOf(ANA), await ordersOf(BEN)],
    fills: [await fillsOf(ANA), await fillsOf(BEN)],
    rows: [await world.rows(ANA), await world.rows(BEN)],
    told: await world.database.collection("notifications").countDocuments(),
  });
  const before = await everything();
  await world.database.collection("cursors").updateMany({}, { $set: { cursor: "0", ledger: 0 } });
  await world.ingest();
  expect(await everything()).toEqual(before);
});

test("after ledgers that nobody remembers, orders and shares are the ledger's again", async () => {
  const CARLA = 3;
  const carla = await world.ours(CARLA);
  const [gbp, chf] = [new Asset("GBP", issuer.publicKey()), new Asset("CHF", issuer.publicKey())];
  for (const holder of [stranger, carla]) {
    await world.apply(
      [holder],
      [gbp, chf].map((asset) => Operation.changeTrust({ asset })),
    );
    const destination = holder.publicKey();
    await world.apply(
      [issuer],
      [gbp, chf].map((asset) => Operation.payment({ destination, asset, amount: "100" })),
    );
  }
  const sell = (selling: Asset, buying: Asset, units: string, at: string, offerId = "0") =>
    Operation.manageSellOffer({ selling, buying, amount: units, price: at, offerId });
  const pool = new LiquidityPoolAsset(Asset.native(), gbp, LiquidityPoolFeeV18);
  const liquidityPoolId = Buffer.from(getLiquidityPoolId("constant_product", pool.getLiquidityPoolParameters()));
  const deposit = { maxAmountA: "4", maxAmountB: "1", minPrice: "1", maxPrice: "10" };
  await world.apply([carla], [sell(gbp, chf, "7", "9"), sell(chf, gbp, "7", "9")]);
  await world.apply(
    [carla],
    [
      Operation.changeTrust({ asset: pool }),
      Operation.liquidityPoolDeposit({ liquidityPoolId: liquidityPoolId.toString("hex"), ...deposit }),
    ],
  );
  await world.ingest();
  const [kept, taken] = await ordersOf(CARLA);
  const [shares] = await shareCollection(world.database).find({ userId: CARLA }).toArray();
  expect(shares).toMatchObject({ uid: liquidityPoolId.toString("hex"), shares: "2.0000000" });
  // None of this is ingested.
  await world.apply([carla], [sell(chf, gbp, "0", "9", taken?.offerId)]);
  await world.apply([stranger], [Operation.manageBuyOffer({ selling: chf, buying: gbp, buyAmount: "2", price: "10" })]);
  await world.apply([carla], [sell(gbp, Asset.native(), "3", "77")]);
  const withdrawal = {
    liquidityPoolId: liquidityPoolId.toString("hex"),
    amount: "0.5",
    minAmountA: "0",
    minAmountB: "0",
  };
  await world.apply([carla], [Operation.liquidityPoolWithdraw(withdrawal)]);
  const { config } = world.runtime;
  const stellar = { ...config.stellar, horizonUrls: [world.stellar.horizonUrl] };
  const deps = { runtime: { ...world.runtime, config: { ...config, stellar } }, network: world.network };
  const cursor = await readCursor(world.database, null);
  if (!cursor) throw new Error("nothing was ingested");
  await resyncAccounts({ ...deps, parts: INGEST_PARTS }, cursor);
  await expectOrdersAsOnLedger(CARLA, carla);
  const orders = await ordersOf(CARLA);
  expect(orders.find(({ uid }) => uid === taken?.uid)).toMatchObject({ state: "removed" });
  expect(orders.find(({ uid }) => uid === kept?.uid)).toMatchObject({ state: "open", amount: "5.0000000" });
  expect(orders.at(-1)).toMatchObject({ state: "open", amount: "3.0000000", price: { n: 77, d: 1 } });
  expect(await shareCollection(world.database).findOne({ userId: CARLA })).toMatchObject({ shares: "1.5000000" });
  // What is read again after it, on top, changes nothing twice.
  await resyncOrders(deps, await world.network.head());
  await world.ingest();
  expect(await ordersOf(CARLA)).toEqual(orders);
}, 60_000);
