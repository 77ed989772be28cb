import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { PoolCheckOutput, PoolSimulation } from "#schemas/market-making-calls.ts";
import { LiquidityPoolRow, MarketMakingTradeRow, type PoolTerms, TradingWalletRow } from "#schemas/market-making.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { readState } from "#server/markets/market-store.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { shapeRow } from "#server/platform/sync/shape-row.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin } from "#tests/support/operators.ts";
import {
  offerCollection,
  poolCollection,
  type PoolDocument,
  putPool,
  tradeCollection,
  walletCollection,
} from "./store.ts";

// Each waits for ledgers that close by themselves, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const AGREED = { networkFee: "0.1", operatorFees: [] };
let app: TestApp;
let ana: TestUser;
let ben: TestUser;
let dollar: string;
/** What an XLM costs in dollars. */
let price: number;

beforeAll(async () => {
  app = await startTestApp({ hasDemo: true, closeIntervalMs: 300 });
  [ana, ben] = await Promise.all([aUser(app), aUser(app)]);
  for (const { user } of [ana, ben])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 60_000);
  const state = await eventually(async () => {
    const now = await readState(app.database);
    return now?.phase === "live" && now;
  }, 60_000);
  dollar = state.listed.find((key) => key.startsWith("USDC-")) ?? "";
  price = await eventually(priceNow, 60_000);
  for (const person of [ana, ben]) await buyDollars(person);
});
afterAll(() => app.stop());

async function priceNow(): Promise<number | false> {
  const { body } = await get(ana, `${ENDPOINTS.market.path}?base=XLM&quote=${dollar}`);
  const [bid, ask] = [Number(body.ticker?.bid ?? 0), Number(body.ticker?.ask ?? 0)];
  return bid > 0 && ask > 0 && (bid + ask) / 2;
}

async function get({ cookie }: TestUser, url: string) {
  const response = await app.server.inject({ url, headers: { cookie } });
  return { status: response.statusCode, body: response.json() };
}

async function post({ cookie }: TestUser, { path: url }: { readonly path: string }, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

/** As soon as the index is not behind, which it may be for a moment on a busy machine. */
async function whileLive(act: () => ReturnType<typeof post>) {
  return eventually(async () => {
    const answer = await act();
    return !["market-behind", "market-building"].includes(answer.body.code) && answer;
  }, 60_000);
}

function swap(person: TestUser, send: string, receive: string, sendAmount: string) {
  const terms = { direction: "send", send, receive, sendAmount, receiveAmount: "0.0000001", path: [] };
  const { password } = person;
  return whileLive(() =>
    post(person, ENDPOINTS.swap, { swap: terms, agreed: AGREED, idempotencyKey: aKey(), password }),
  );
}

/** By the book alone, which a payment through a pool would pass by. */
function sell(person: TestUser, amount: string, at: number) {
  const order = { kind: "limit", side: "sell", base: "XLM", quote: dollar, amount, price: at.toFixed(7) };
  const { password } = person;
  return whileLive(() =>
    post(person, ENDPOINTS.placeOrder, { order, agreed: AGREED, idempotencyKey: aKey(), password }),
  );
}

function bestBid({ offers }: PoolDocument): number {
  return Math.max(...offers.filter(({ side }) => side === "buy").map((offer) => Number(offer.price)));
}

async function buyDollars(person: TestUser): Promise<void> {
  const { status, body } = await swap(person, "XLM", dollar, "400");
  expect(status, JSON.stringify(body)).toBe(202);
  const { id } = body.submission;
  await eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }), 60_000);
}

function aKey(): string {
  return randomBytes(12).toString("hex");
}

function terms(fields: Partial<PoolTerms> = {}): PoolTerms {
  return {
    base: "XLM",
    quote: dollar,
    baseAmount: "300",
    quoteAmount: (200 * price).toFixed(4),
    walletCount: 3,
    levels: 3,
    spreadPercentage: "0.1",
    depthPercentage: "2",
    minTradeSize: "1",
    maxTradeSize: "1000",
    reference: { kind: "mid" },
    priceMargin: "40",
    inventoryTarget: 50,
    skew: 20,
    autoRebalance: true,
    maxDrawdown: 80,
    maxDailyLoss: "10000",
    maxFillsPerMinute: 1000,
    ...fields,
  };
}

function open(person: TestUser, fields: Partial<PoolTerms> = {}, key = aKey()) {
  const pool = { terms: terms(fields), riskAccepted: true };
  const { password } = person;
  return whileLive(() => post(person, ENDPOINTS.openPool, { pool, agreed: AGREED, idempotencyKey: key, password }));
}

function start(person: TestUser, { uid }: Pick<PoolDocument, "uid">, riskAccepted = true) {
  const { password } = person;
  const body = { start: { uid, riskAccepted }, agreed: AGREED, idempotencyKey: aKey(), password };
  return whileLive(() => post(person, ENDPOINTS.startPool, body));
}

async function read(uid: string): Promise<PoolDocument> {
  const found = await poolCollection(app.database).findOne({ uid });
  if (!found) throw new Error(`there is no pool ${uid}`);
  return found;
}

function until(uid: string, is: (pool: PoolDocument) => boolean) {
  return eventually(async () => {
    const pool = await read(uid);
    return is(pool) && pool;
  }, 90_000);
}

async function opened(person: TestUser, fields: Partial<PoolTerms> = {}): Promise<PoolDocument> {
  const { status, body } = await open(person, fields);
  expect(status, JSON.stringify(body)).toBe(202);
  return until(body.uid, (pool) => pool.status === "stopped");
}

async function balanceOf({ user }: TestUser, code: string): Promise<bigint> {
  const row = await app.database.collection("balances").findOne({ userId: user.id, assetCode: code, deleted: false });
  return parseAmount(String(row?.["balance"] ?? "0"));
}

test("a pool opens at once, stands in the book, is filled, stops, starts again, and gives back everything", async () => {
  const check = await whileLive(() => post(ana, ENDPOINTS.checkPool, { terms: terms(), riskAccepted: true }));
  const told = v.parse(PoolCheckOutput, check.body);
  expect(told.refusals).toEqual([]);
  expect(told.ladder).toHaveLength(6);
  const before = await balanceOf(ana, "XLM");
  const dollarsBefore = await balanceOf(ana, "USDC");
  const pool = await opened(ana);
  expect(v.is(LiquidityPoolRow, shapeRow("liquidity_pools", pool)), JSON.stringify(pool)).toBe(true);
  expect(parseAmount(pool.baseBalance)).toBe(parseAmount("300"));
  expect(parseAmount(pool.xlmAside)).toBe(parseAmount(told.reserves) + parseAmount(told.feeBuffer));
  const left = before - (await balanceOf(ana, "XLM"));
  expect(left).toBeGreaterThan(parseAmount("300") + parseAmount(told.reserves));

  const begun = await start(ana, pool);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const standing = await until(pool.uid, ({ offers }) => offers.length === 6);
  expect(standing.offers.filter(({ side }) => side === "buy")).toHaveLength(3);
  const wallets = await walletCollection(app.database).find({ poolId: pool.id }).toArray();
  expect(wallets).toHaveLength(3);
  for (const wallet of wallets) expect(v.is(TradingWalletRow, shapeRow("trading_wallets", wallet))).toBe(true);

  // The best bid is the pool's, and its owner may not meet it.
  expect((await swap(ana, "XLM", dollar, "5")).body.code).toBe("market-crosses-pool");
  expect((await sell(ana, "5", bestBid(standing) * 0.99)).body.code).toBe("market-crosses-pool");
  // One that does not meet it is nobody's business.
  expect((await sell(ana, "5", bestBid(standing) * 3)).status).toBe(202);
  const closing = await get(ana, ENDPOINTS.closing.path);
  expect(closing.body.refusals.map(({ code }: { code: string }) => code)).toContain("close-pools-open");
  const sold = await sell(ben, "20", bestBid(standing) * 0.995);
  expect(sold.status, JSON.stringify(sold.body)).toBe(202);
  const fill = await eventually(() => tradeCollection(app.database).findOne({ poolId: pool.id }), 60_000);
  expect(v.is(MarketMakingTradeRow, shapeRow("market_making_trades", fill)), JSON.stringify(fill)).toBe(true);

  const stopped = await post(ana, ENDPOINTS.stopPool, { uid: pool.uid });
  expect(stopped.body.status).toBe("stopping");
  await until(pool.uid, ({ status }) => status === "stopped");
  expect(await offerCollection(app.database).countDocuments({ wallet: { $in: [...pool.wallets] } })).toBe(0);
  expect((await post(ana, ENDPOINTS.stopPool, { uid: pool.uid })).body.status).toBe("stopped");
  expect((await start(ana, pool)).status).toBe(200);
  await until(pool.uid, ({ offers, status }) => status === "active" && offers.length > 0);

  const drained = await post(ana, ENDPOINTS.drainPool, { uid: pool.uid });
  expect(drained.body.status).toBe("draining");
  await until(pool.uid, ({ status }) => status === "closed");
  const accounts = await accountCollection(app.database)
    .find({ _id: { $in: [...pool.wallets] } })
    .toArray();
  expect(accounts.map(({ exists }) => exists)).toEqual([false, false, false]);
  // What the network took, and what was traded, is all that differs: to the stroop.
  const after = await read(pool.uid);
  const trades = await tradeCollection(app.database).find({ poolId: pool.id }).toArray();
  const sum = (type: "buy" | "sell", of: "amount" | "total") =>
    trades.filter((trade) => trade.type === type).reduce((all, trade) => all + parseAmount(trade[of]), 0n);
  const own = await app.database.collection("transactions").find({ userId: ana.user.id }).toArray();
  const opening = own.filter(({ type }) => type === "market_open" || type === "order");
  const fee = opening.reduce((all, row) => all + parseAmount(String(row["fee"])), 0n);
  const traded = sum("buy", "amount") - sum("sell", "amount");
  expect((await balanceOf(ana, "XLM")) - before).toBe(traded - fee - BigInt(after.feeSum));
  expect((await balanceOf(ana, "USDC")) - dollarsBefore).toBe(sum("sell", "total") - sum("buy", "total"));
  expect(own.filter(({ type }) => type === "market_return").length).toBeGreaterThan(3);
  expect(own.filter(({ type }) => type === "send" || type === "receive" || type === "merge")).toEqual([]);
  const kinds = await app.database.collection("notifications").distinct("kind", { userId: ana.user.id });
  expect(kinds).toEqual(expect.arrayContaining(["market-pool-opened", "market-pool-returned"]));
  expect((await post(ana, ENDPOINTS.drainPool, { uid: pool.uid })).body.status).toBe("closed");
  expect((await start(ana, pool)).body.code).toBe("market-over");
});

const FAR = "9999999";
const WRONG: readonly (readonly [string, () => Partial<PoolTerms>])[] = [
  ["market-amounts", () => ({ baseAmount: "0", quoteAmount: "0" })],
  ["market-sizes", () => ({ minTradeSize: "5", maxTradeSize: "4" })],
  ["market-depth", () => ({ spreadPercentage: "4", depthPercentage: "1" })],
  ["market-ladder-wide", () => ({ depthPercentage: "50" })],
  ["market-wallets-idle", () => ({ walletCount: 7 })],
  ["market-price", () => ({ reference: { kind: "fixed", targetPrice: "0" } })],
  ["market-loss", () => ({ maxDailyLoss: "0" })],
  ["market-small", () => ({ minTradeSize: "900" })],
  ["market-sources-apart", () => ({ reference: { kind: "fixed", targetPrice: (price * 3).toFixed(7) } })],
  ["market-reserves-short", () => ({ baseAmount: FAR })],
  ["balance-too-low", () => ({ quoteAmount: FAR })],
  ["market-assets-unlisted", () => ({ quote: `EUR-${dollar.split("-")[1]}` })],
  ["amount-malformed", () => ({ baseAmount: "1e3" })],
];

test.each(WRONG)("%s is told before, and opens nothing", async (code, fields) => {
  const wish = { terms: terms(fields()), riskAccepted: true };
  const { body } = await whileLive(() => post(ben, ENDPOINTS.checkPool, wish));
  expect(
    body.refusals?.map((refusal: { code: string }) => refusal.code),
    JSON.stringify(body),
  ).toContain(code);
  const refused = await open(ben, fields());
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await poolCollection(app.database).countDocuments({ userId: ben.user.id })).toBe(0);
  expect(await accountCollection(app.database).countDocuments({ userId: ben.user.id, role: "trading" })).toBe(0);
});

test("a simulation is told over stored candles, however few", async () => {
  const { body } = await whileLive(() => post(ana, ENDPOINTS.simulatePool, terms()));
  expect(v.parse(PoolSimulation, body).isTooFew).toBe(true);
});

test("of two openings at once there is one, of one key there is one, and nobody reaches another's", async () => {
  const key = aKey();
  const answers = await Promise.all([open(ben, {}, key), open(ben, {}, key), open(ben), open(ben)]);
  const made = answers.filter(({ status }) => status === 202);
  expect(new Set(made.map(({ body }) => body.uid)).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 202).map(({ body }) => body.code)).toEqual(
    expect.arrayContaining(["market-twice"]),
  );
  const { uid } = made[0]?.body ?? {};
  await until(uid, ({ status }) => status === "stopped");
  expect(await poolCollection(app.database).countDocuments({ userId: ben.user.id, status: { $ne: "failed" } })).toBe(1);
  expect((await open(ben)).body.code).toBe("market-twice");
  for (const endpoint of [ENDPOINTS.stopPool, ENDPOINTS.drainPool])
    expect((await post(ana, endpoint, { uid })).body.code).toBe("market-unknown");
  expect((await start(ana, { uid })).body.code).toBe("market-unknown");
  expect((await start(ben, { uid }, false)).body.code).toBe("market-risk");
});

async function bensPool(): Promise<PoolDocument> {
  const [pool] = await poolCollection(app.database)
    .find({ userId: ben.user.id, status: { $ne: "closed" } })
    .toArray();
  if (!pool) throw new Error("Ben has no pool");
  return pool;
}

function change(person: TestUser, pool: PoolDocument, fields: Partial<PoolTerms>) {
  const {
    base: _b,
    quote: _q,
    baseAmount: _x,
    quoteAmount: _y,
    walletCount: _w,
    ...settings
  } = { ...pool.terms, ...fields };
  const { password } = person;
  const body = { change: { uid: pool.uid, settings }, agreed: AGREED, idempotencyKey: aKey(), password };
  return whileLive(() => post(person, ENDPOINTS.changePool, body));
}

test("where the price leaves its margin it stops, and stays stopped until its owner starts it", async () => {
  const pool = await bensPool();
  const fixed = (times: number) => ({ kind: "fixed", targetPrice: (price * times).toFixed(7) }) as const;
  const set = await change(ben, pool, { reference: fixed(1), priceMargin: "2.1", depthPercentage: "2" });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  expect((await start(ben, pool)).status).toBe(200);
  await until(pool.uid, ({ offers }) => offers.length === 6);
  // As if the market had been elsewhere at the start.
  const startPrice = (price * 1.04).toFixed(7);
  await app.database.transaction((session) => putPool(app.runtime, session, pool, { startPrice }));
  const stopped = await until(pool.uid, ({ status }) => status === "stopped");
  expect(stopped).toMatchObject({ stop: "price-margin", isActive: false, offers: [] });
  expect(await offerCollection(app.database).countDocuments({ wallet: { $in: [...pool.wallets] } })).toBe(0);
  const attempts = stopped.attempts;
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(await read(pool.uid)).toMatchObject({ status: "stopped", attempts });
  expect((await start(ben, pool)).status).toBe(200);
  await until(pool.uid, ({ status, offers }) => status === "active" && offers.length > 0);
});

test("operators stop it, and its owner waits until they let it go", async () => {
  const operator = await aConfirmedAdmin(app);
  const pool = await bensPool();
  const at = (path: string) => ({ path: path.replace(":id", String(pool.id)) });
  const desk = await get(operator, ENDPOINTS.marketDesk.path);
  expect(
    desk.body.pools.map(({ uid: _uid, id, username }: Record<string, unknown>) => ({ id, username })),
  ).toContainEqual({ id: pool.id, username: ben.user.username });
  const why = { reason: "looks odd" };
  expect((await post(operator, at(ENDPOINTS.stopMarketPool.path), why)).body).toMatchObject({ stop: "operator" });
  await until(pool.uid, ({ status }) => status === "stopped");
  expect((await start(ben, pool)).body.code).toBe("market-held");
  // Nothing is left of the stop but that its owner has to start it.
  expect((await post(operator, at(ENDPOINTS.releaseMarketPool.path), why)).body).toMatchObject({ stop: null });
  expect((await post(operator, at(ENDPOINTS.releaseMarketPool.path), why)).body.code).toBe("market-not-held");
  expect((await start(ben, pool)).status).toBe(200);
  await until(pool.uid, ({ status, offers }) => status === "active" && offers.length > 0);
  expect((await post(operator, ENDPOINTS.stopAllMarketPools, why)).body).toEqual({ stopped: 1 });
  await until(pool.uid, ({ status }) => status === "stopped");
  await post(operator, at(ENDPOINTS.releaseMarketPool.path), why);
});

test("a frozen owner's pool is out of the book, and nothing is signed for it", async () => {
  const pool = await bensPool();
  expect((await start(ben, pool)).status).toBe(200);
  await until(pool.uid, ({ status, offers }) => status === "active" && offers.length > 0);
  const operator = await aConfirmedAdmin(app);
  const path = ENDPOINTS.freezeUser.path.replace(":userId", String(ben.user.id));
  const frozen = await app.server.inject({
    method: "PUT",
    url: path,
    headers: { cookie: operator.cookie },
    payload: { isFrozen: true, reason: "stolen" },
  });
  expect(frozen.statusCode, frozen.body).toBe(200);
  const stopped = await until(pool.uid, ({ status }) => status === "stopped");
  expect(stopped.stop).toBe("account");
  expect(await offerCollection(app.database).countDocuments({ wallet: { $in: [...pool.wallets] } })).toBe(0);
  expect((await start(ben, pool)).body.code).toBe("account-frozen");
});

test("a pool that was written past the server is not carried on", async () => {
  const pool = await bensPool();
  await poolCollection(app.database).updateOne({ id: pool.id }, { $set: { status: "active", isHeld: false } });
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(await offerCollection(app.database).countDocuments({ wallet: { $in: [...pool.wallets] } })).toBe(0);
  const issue = await app.database
    .collection("system_issues")
    .findOne({ checkId: "forged", subject: `pool-${pool.id}` });
  expect(issue).toMatchObject({ status: "active" });
  await poolCollection(app.database).updateOne({ id: pool.id }, { $set: { status: "stopped" } });
});
