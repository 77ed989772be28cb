import { randomBytes } from "node:crypto";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { OrderTerms } from "#schemas/trading.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { FILLS, type FillDocument, orderCollection, shareCollection } from "#server/orders/order-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { setFrozen } from "#server/security/freeze.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";

let app: TestApp;
/** Issues USD and EUR, and makes a market of them, outside of this service. */
let issuer: Outsider;
let maker: Outsider;
let usd: Asset;
let USD: string;
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [issuer, maker, ana, ben] = await Promise.all([anOutsider(app.stellar), anOutsider(app.stellar), funded(), funded()]);
  usd = new Asset("USD", issuer.address);
  USD = `USD-${issuer.address}`;
  await maker.apply(Operation.changeTrust({ asset: usd }));
  await issuer.apply(Operation.payment({ destination: maker.address, asset: usd, amount: "1000000" }));
}, 60_000);
afterAll(() => app.stop());

async function funded(): Promise<TestUser> {
  const person = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: person.user.id, exists: true }), 30_000);
  // What is traded here is listed nowhere, so that trading it takes what a payment takes.
  await post(person, "/api/confirm-identity", { password: person.password });
  return person;
}

async function post({ cookie }: TestUser, url: string, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

function sell(fields: Partial<Extract<OrderTerms, { kind: "limit" }>> = {}): OrderTerms {
  return { kind: "limit", side: "sell", base: "XLM", quote: USD, amount: "10", price: "0.25", ...fields };
}

const AGREED = { networkFee: "0.1", operatorFees: [] };

function confirmed(terms: object, idempotencyKey = randomBytes(12).toString("hex")) {
  // What everybody of the test has.
  return { ...terms, agreed: AGREED, idempotencyKey, password: ben.password };
}

/** How a submission ended, once ingestion has folded that. */
async function ended(answer: Awaited<ReturnType<typeof post>>) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const { id } = answer.body.submission;
  return eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }), 30_000);
}

async function place(person: TestUser, order: OrderTerms) {
  const done = await ended(await post(person, "/api/trading/orders", confirmed({ order })));
  expect(done, done.reason).toMatchObject({ state: "confirmed" });
  return done;
}

async function ordersOf({ user }: TestUser) {
  const rows = await orderCollection(app.database)
    .find({ userId: user.id }, { sort: { id: 1 } })
    .toArray();
  return rows;
}

async function fillsOf({ user }: TestUser) {
  return app.database
    .collection<FillDocument>(FILLS)
    .find({ userId: user.id }, { sort: { id: 1 } })
    .toArray();
}

async function movementsOf({ user }: TestUser) {
  const rows = await app.database
    .collection("transactions")
    .find({ userId: user.id }, { sort: { id: 1 } })
    .toArray();
  return rows.map(({ type, assetCode, amount, from, to }) => ({ type, assetCode, amount, from, to }));
}

async function spendable({ user }: TestUser, code = "XLM"): Promise<bigint> {
  const row = await app.database.collection("balances").findOne({ userId: user.id, assetCode: code, deleted: false });
  return parseAmount(String(row?.["spendable"] ?? "0"));
}

test("an order is placed with the asset it needs, filled by others, and told of", async () => {
  const check = await post(ana, "/api/trading/orders/check", sell());
  expect(check.body).toMatchObject({
    offers: [{ amount: "10.0000000", price: { n: 1, d: 4 }, priceText: "0.25", total: "2.5000000" }],
    networkFee: "0.0010000",
    isFeeSponsored: false,
    operatorFees: [],
    reserve: "1.0000000",
    adds: [{ assetCode: "USD", issuer: issuer.address }],
    total: [{ assetCode: "XLM", issuer: null, amount: "10.0000200" }],
    refusals: [],
  });
  const before = await spendable(ana);
  const placed = await place(ana, sell());
  const [order] = await ordersOf(ana);
  expect(order).toMatchObject({
    kind: "limit",
    side: "sell",
    base: "XLM",
    quote: USD,
    price: { n: 1, d: 4 },
    amount: "10.0000000",
    placedAmount: "10.0000000",
    state: "open",
    filledBase: "0.0000000",
    hash: placed.ledgerHash,
  });
  // The amount, two reserves and two operations.
  expect(before - (await spendable(ana))).toBe(100_000_000n + 10_000_000n + 200n);
  expect(parseAmount(check.body.left[0].spendable)).toBe(await spendable(ana));

  await maker.apply(Operation.manageBuyOffer({ selling: usd, buying: Asset.native(), buyAmount: "4", price: "0.25" }));
  const part = await eventually(async () => (await ordersOf(ana)).find(({ filledBase }) => filledBase === "4.0000000"));
  expect(part).toMatchObject({ state: "open", amount: "6.0000000", filledQuote: "1.0000000" });
  await maker.apply(
    Operation.pathPaymentStrictReceive({
      sendAsset: usd,
      sendMax: "10",
      destination: maker.address,
      destAsset: Asset.native(),
      destAmount: "6",
    }),
  );
  const filled = await eventually(async () => (await ordersOf(ana)).find(({ state }) => state === "filled"));
  expect(filled).toMatchObject({ amount: "0.0000000", filledBase: "10.0000000", filledQuote: "2.5000000" });
  const fills = await fillsOf(ana);
  expect(
    fills.map(({ role, via, side, baseAmount, quoteAmount, price, orderUid }) => ({
      role,
      via,
      side,
      baseAmount,
      quoteAmount,
      price,
      orderUid,
    })),
  ).toEqual([
    {
      role: "maker",
      via: "offer",
      side: "sell",
      baseAmount: "4.0000000",
      quoteAmount: "1.0000000",
      price: "0.25",
      orderUid: filled.uid,
    },
    {
      role: "maker",
      via: "offer",
      side: "sell",
      baseAmount: "6.0000000",
      quoteAmount: "1.5000000",
      price: "0.25",
      orderUid: filled.uid,
    },
  ]);
  const address = ana.user.walletAddress;
  expect((await movementsOf(ana)).slice(1)).toEqual([
    { type: "trust", assetCode: "USD", amount: "0.0000000", from: address, to: "" },
    { type: "order", assetCode: "XLM", amount: "0.0000000", from: address, to: "" },
    { type: "trade", assetCode: "XLM", amount: "4.0000000", from: address, to: "" },
    { type: "trade", assetCode: "USD", amount: "1.0000000", from: "", to: address },
    { type: "trade", assetCode: "XLM", amount: "6.0000000", from: address, to: "" },
    { type: "trade", assetCode: "USD", amount: "1.5000000", from: "", to: address },
  ]);
  const told = await app.database
    .collection("notifications")
    .find({ userId: ana.user.id }, { sort: { id: 1 } })
    .toArray();
  expect(told.map(({ kind, amount }) => ({ kind, amount }))).toEqual([
    { kind: "order-part-filled", amount: "4.0000000" },
    { kind: "order-filled", amount: "10.0000000" },
  ]);
}, 60_000);

test("an order is edited as it was seen, and cancelled; whoever sees an older one changes nothing", async () => {
  await place(ana, sell({ price: "0.5" }));
  const row = await eventually(async () => (await ordersOf(ana)).find(({ state }) => state === "open"));
  const { offerId, amount, price, ledger } = row;
  const edit = { offerId, amount: "12", price: "0.6", seen: { amount, price, ledger } };
  const edited = await ended(await post(ana, "/api/trading/orders/edit", confirmed({ edit })));
  expect(edited, edited.reason).toMatchObject({ state: "confirmed" });
  const after = (await ordersOf(ana)).find(({ uid }) => uid === offerId);
  expect(after).toMatchObject({
    state: "open",
    amount: "12.0000000",
    placedAmount: "12.0000000",
    price: { n: 3, d: 5 },
  });
  const late = await post(ana, "/api/trading/orders/edit", confirmed({ edit: { ...edit, amount: "1" } }));
  expect(late.body.code).toBe("order-moved");
  const look = await post(ana, "/api/trading/orders/cancel/check", { which: "all" });
  expect(look.body).toMatchObject({
    offerIds: [offerId],
    more: 0,
    frees: [{ assetCode: "XLM", issuer: null, amount: "12.5000000" }],
    refusals: [],
  });
  const before = await spendable(ana);
  const cancelled = await ended(await post(ana, "/api/trading/orders/cancel", confirmed({ cancel: { which: "all" } })));
  expect(cancelled).toMatchObject({ state: "confirmed" });
  expect((await ordersOf(ana)).find(({ uid }) => uid === offerId)).toMatchObject({
    state: "cancelled",
    amount: "0.0000000",
  });
  expect((await spendable(ana)) - before).toBe(125_000_000n - 100n);
  const again = await post(
    ana,
    "/api/trading/orders/cancel",
    confirmed({ cancel: { which: "these", offerIds: [offerId] } }),
  );
  expect(again.body.code).toBe("order-unknown");
}, 60_000);

test("what trades at once is told whole: a limit order into the book, a market order and a swap, in both directions", async () => {
  await maker.apply(
    Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "100", price: "4" }),
    Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount: "400", price: "0.26" }),
  );
  await place(ben, sell({ amount: "8", price: "0.2" }));
  await place(ben, { ...sell({ amount: "4", price: "0.24" }), kind: "market" });
  await place(ben, { ...sell({ side: "buy", amount: "5", price: "0.3" }), kind: "market" });
  const orders = await ordersOf(ben);
  expect(
    orders.map(({ kind, side, state, filledBase, filledQuote, offerId }) => ({
      kind,
      side,
      state,
      filledBase,
      filledQuote,
      offerId,
    })),
  ).toEqual([
    { kind: "limit", side: "sell", state: "filled", filledBase: "8.0000000", filledQuote: "2.0000000", offerId: "" },
    { kind: "market", side: "sell", state: "filled", filledBase: "4.0000000", filledQuote: "1.0000000", offerId: "" },
    { kind: "market", side: "buy", state: "filled", filledBase: "5.0000000", filledQuote: "1.3000000", offerId: "" },
  ]);
  const swap = { direction: "send", send: "XLM", receive: USD, sendAmount: "4", receiveAmount: "0.9", path: [] };
  const done = await ended(await post(ben, "/api/trading/swaps", confirmed({ swap })));
  expect(done, done.reason).toMatchObject({ state: "confirmed", kind: "swap" });
  const back = { direction: "receive", send: USD, receive: "XLM", sendAmount: "0.6", receiveAmount: "2", path: [] };
  expect(await ended(await post(ben, "/api/trading/swaps", confirmed({ swap: back })))).toMatchObject({
    state: "confirmed",
  });
  const late = { ...swap, receiveAmount: "1.1" };
  const failed = await ended(await post(ben, "/api/trading/swaps", confirmed({ swap: late })));
  expect(failed.state).toBe("failed");
  expect(wordsIn("en").said(failed.reason)).toBe(
    "The market moved beyond the bound that you set. Nothing was exchanged.",
  );
  const fills = await fillsOf(ben);
  expect(
    fills.map(({ orderUid, side, base, baseAmount, quoteAmount, role }) => [
      orderUid === "" ? "swap" : "order",
      side,
      base,
      baseAmount,
      quoteAmount,
      role,
    ]),
  ).toEqual([
    ["order", "sell", "XLM", "8.0000000", "2.0000000", "taker"],
    ["order", "sell", "XLM", "4.0000000", "1.0000000", "taker"],
    ["order", "buy", "XLM", "5.0000000", "1.3000000", "taker"],
    ["swap", "sell", "XLM", "4.0000000", "1.0000000", "taker"],
    ["swap", "sell", USD, "0.5200000", "2.0000000", "taker"],
  ]);
  const address = ben.user.walletAddress;
  const swaps = (await movementsOf(ben)).filter(({ type }) => type === "swap");
  expect(swaps.slice(-4)).toEqual([
    { type: "swap", assetCode: "XLM", amount: "4.0000000", from: address, to: "" },
    { type: "swap", assetCode: "USD", amount: "1.0000000", from: "", to: address },
    { type: "swap", assetCode: "USD", amount: "0.5200000", from: address, to: "" },
    { type: "swap", assetCode: "XLM", amount: "2.0000000", from: "", to: address },
  ]);
}, 90_000);

test("shares of a pool are bought within the bounds, shown, and given back with the line that held them", async () => {
  const deposit = { assetA: USD, assetB: "XLM", maxA: "1", maxB: "4", minPrice: "0.2", maxPrice: "0.3" };
  const look = await post(ben, "/api/trading/pools/deposit/check", deposit);
  expect(look.body).toMatchObject({
    exists: false,
    now: { amountA: "1.0000000", amountB: "4.0000000", shares: "2.0000000" },
    reserve: "1.0000000",
    refusals: [],
  });
  const { poolId } = look.body;
  const done = await ended(await post(ben, "/api/trading/pools/deposit", confirmed({ deposit })));
  expect(done, done.reason).toMatchObject({ state: "confirmed" });
  const row = await shareCollection(app.database).findOne({ userId: ben.user.id });
  expect(row).toMatchObject({ uid: poolId, assetA: "XLM", assetB: USD, shares: "2.0000000", deleted: false });
  const review = await post(ben, ENDPOINTS.closeReview.path, { sendRestTo: ana.user.username });
  expect(review.body.pools).toEqual([
    { uid: poolId, assetA: "XLM", amountA: "4.0000000", assetB: USD, amountB: "1.0000000" },
  ]);
  const moved = await post(ben, "/api/trading/pools/deposit/check", { ...deposit, minPrice: "0.26" });
  expect(moved.body.refusals.map(({ code }: { code: string }) => code)).toEqual(["pool-price-moved"]);
  const withdrawal = { poolId, shares: "2", minA: "4", minB: "1" };
  const out = await post(ben, "/api/trading/pools/withdraw/check", withdrawal);
  expect(out.body).toMatchObject({ isAll: true, now: { amountA: "4.0000000", amountB: "1.0000000" }, refusals: [] });
  const least = await post(ben, "/api/trading/pools/withdraw/check", { ...withdrawal, minA: "4.1" });
  expect(least.body.refusals[0].code).toBe("pool-below-minimum");
  expect(await ended(await post(ben, "/api/trading/pools/withdraw", confirmed({ withdrawal })))).toMatchObject({
    state: "confirmed",
  });
  expect(await shareCollection(app.database).findOne({ userId: ben.user.id })).toMatchObject({ deleted: true });
  const address = ben.user.walletAddress;
  expect((await movementsOf(ben)).filter(({ type }) => type.startsWith("pool"))).toEqual([
    { type: "pool_deposit", assetCode: "USD", amount: "1.0000000", from: address, to: poolId },
    { type: "pool_deposit", assetCode: "XLM", amount: "4.0000000", from: address, to: poolId },
    { type: "pool_withdraw", assetCode: "USD", amount: "1.0000000", from: poolId, to: address },
    { type: "pool_withdraw", assetCode: "XLM", amount: "4.0000000", from: poolId, to: address },
  ]);
}, 60_000);

test("a confirmation whose answer got lost is told of, or void for good, whichever comes first", async () => {
  const settle = async (person: TestUser, idempotencyKey: string) =>
    (await post(person, "/api/wallet/confirmations/settle", { idempotencyKey })).body.submission;
  const taken = confirmed({ order: sell({ amount: "1" }) });
  const done = await ended(await post(ana, "/api/trading/orders", taken));
  expect(await settle(ana, taken.idempotencyKey)).toMatchObject({ id: done.id, state: "confirmed" });
  // A key is its owner's: another's question neither tells nor voids.
  expect(await settle(ben, taken.idempotencyKey)).toBeNull();

  const late = confirmed({ order: sell({ amount: "1" }) });
  expect(await settle(ana, late.idempotencyKey)).toBeNull();
  expect(await settle(ana, late.idempotencyKey)).toBeNull();
  expect(await post(ana, "/api/trading/orders", late)).toMatchObject({
    status: 409,
    body: { code: "confirmation-withdrawn" },
  });

  for (let round = 0; round < 4; round += 1) {
    const raced = confirmed({ order: sell({ amount: "1" }) });
    const [placed, told] = await Promise.all([
      post(ana, "/api/trading/orders", raced),
      new Promise((resolve) => setTimeout(resolve, round * 15)).then(() => settle(ana, raced.idempotencyKey)),
    ]);
    if (placed.status === 202) await ended(placed);
    expect(told?.id ?? null).toBe(placed.status === 202 ? placed.body.submission.id : null);
  }
});

test("whoever froze their account still takes their orders back, and places none", async () => {
  const person = await funded();
  await place(person, sell({ amount: "5", price: "90" }));
  const [{ offerId } = { offerId: "" }] = await ordersOf(person);
  await setFrozen({ runtime: app.runtime, takersBack: [] }, person.user.id, {
    isFrozen: true,
    reason: "a test",
    by: person.user.id,
  });
  const refused = await post(person, "/api/trading/orders", confirmed({ order: sell({ amount: "5" }) }));
  expect(refused.body.code).toBe("account-frozen");
  const cancel = { which: "these", offerIds: [offerId] };
  // The freezing takes it back as well: whichever is second finds it under way, or gone.
  const check = await post(person, "/api/trading/orders/cancel/check", cancel);
  const codes: string[] = check.body.refusals.map(({ code }: { code: string }) => code);
  expect(["order-under-way", "order-unknown"]).toEqual(expect.arrayContaining(codes));
  await post(person, "/api/trading/orders/cancel", confirmed({ cancel }));
  await eventually(async () => (await ordersOf(person))[0]?.state === "cancelled", 30_000);
  expect(await ordersOf(person)).toMatchObject([{ offerId, state: "cancelled" }]);
});
