import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { askAs } from "#tests/support/operators.ts";
import type { Exchange } from "./exchange.ts";

const AGREED = { networkFee: "0.1", operatorFees: [] };
const SLOW_MS = 60_000;
const POOLS = "/api/markets/pools";
type Body = Awaited<ReturnType<typeof askAs>>["body"];
type Row = Readonly<Record<string, unknown>>;

/**
 * All of trading with an asset that operators have listed (its key; some four XLM each): orders, trades and what is told of them, orders
 * that are kept, and its pool with XLM. What one process takes is looked at in the other one, too.
 */
export async function tradeThere(exchange: Exchange, person: TestUser, asset: string): Promise<void> {
  await restAndCancel(exchange, person, asset);
  await tellTrades(exchange, person, asset);
  await keepOrders(exchange, person, asset);
  await fillPool(exchange, person, asset);
}

/** Asks for it, and waits until its submission is over; nothing stands against it. */
export async function settle(app: TestApp, person: TestUser, path: string, body: object): Promise<void> {
  const checked = (await askAs(app, person, "POST", `${path}/check`, Object.values(body)[0])).body;
  expect(checked.refusals, JSON.stringify(checked)).toEqual([]);
  const idempotencyKey = randomBytes(12).toString("hex");
  const answer = await askAs(app, person, "POST", path, { ...body, agreed: AGREED, idempotencyKey });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const { id } = answer.body.submission;
  const ended = await eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }), SLOW_MS);
  expect(ended, ended.reason).toMatchObject({ state: "confirmed" });
}

/** What an address of the markets answers in each process, once that is as it should be. */
async function untilBoth(
  { app, other }: Exchange,
  person: TestUser,
  path: string,
  isSo: (body: Body) => boolean,
): Promise<void> {
  for (const each of [app, other])
    await eventually(async () => {
      const { status, body } = await askAs(each, person, "GET", path);
      return status === 200 && body.state !== "building" && isSo(body);
    }, SLOW_MS);
}

/** An order that nobody takes stands in the book of every process, and is gone once it is cancelled. */
async function restAndCancel(exchange: Exchange, person: TestUser, asset: string): Promise<void> {
  const order = { kind: "limit", side: "buy", base: asset, quote: "XLM", amount: "2", price: "3" };
  await settle(exchange.app, person, "/api/trading/orders", { order });
  const book = `/api/markets/snapshot?base=${asset}&quote=XLM`;
  const hasIt = ({ bids }: Row) => Array.isArray(bids) && bids.some(([n, d]: number[]) => n === 3 * (d ?? 0));
  await untilBoth(exchange, person, book, (body) => body["state"] === "live" && hasIt(body));
  await settle(exchange.other, person, "/api/trading/orders/cancel", { cancel: { which: "all" } });
  await untilBoth(exchange, person, book, (body) => !hasIt(body));
}

/** A trade is on the tape, in the candles, in the ticker and in the history of the price. */
async function tellTrades(exchange: Exchange, person: TestUser, asset: string): Promise<void> {
  const order = { kind: "market", side: "buy", base: asset, quote: "XLM", amount: "3", price: "4.1" };
  await settle(exchange.other, person, "/api/trading/orders", { order });
  const isIt = ({ side, baseAmount }: Row) => side === "buy" && baseAmount === "3.0000000";
  const pair = `base=${asset}&quote=XLM`;
  await untilBoth(exchange, person, `/api/markets/trades?${pair}`, ({ trades }) => trades.some(isIt));
  await untilBoth(exchange, person, `/api/markets/candles?${pair}&size=1m`, ({ candles }) => candles.length > 0);
  await untilBoth(exchange, person, "/api/markets", ({ tickers }) =>
    tickers.some((ticker: Row) => [ticker["base"], ticker["quote"]].includes(asset) && Number(ticker["trades"]) > 1),
  );
  await untilBoth(
    exchange,
    person,
    `/api/markets/price-history?asset=${asset}&range=1d`,
    ({ points }) => points.length > 0 && points.at(-1).usd !== null,
  );
}

/** One buys at once and by the calendar, the other one sells as soon as its price has come. */
async function keepOrders(exchange: Exchange, person: TestUser, asset: string): Promise<void> {
  const { app, other, raise } = exchange;
  const terms = { base: asset, quote: "XLM", expiresAt: null };
  const bounds = { highestPrice: "5", slippage: 100, startsAt: null };
  const buying = await keep(app, person, {
    kind: "recurring",
    ...terms,
    spend: "8",
    every: "day",
    times: 1,
    ...bounds,
  });
  await untilDone(app, buying);
  const profit = { kind: "take-profit", ...terms, side: "sell", amount: "1", triggerPrice: "4.5", price: "4.5" };
  const selling = await keep(other, person, profit);
  await raise(asset, 4.7);
  await untilDone(app, selling);
}

async function keep(app: TestApp, person: TestUser, order: object): Promise<string> {
  const idempotencyKey = randomBytes(12).toString("hex");
  const body = { order, agreed: AGREED, idempotencyKey, password: person.password };
  await askAs(app, person, "POST", "/api/confirm-identity", { password: person.password });
  const placed = await askAs(app, person, "POST", "/api/durable-orders", body);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return idempotencyKey;
}

async function untilDone(app: TestApp, uid: string): Promise<void> {
  const ended = await eventually(async () => {
    const stored = await app.database.collection("durable_orders").findOne({ uid });
    return !["waiting", "running"].includes(String(stored?.["state"])) && stored;
  }, SLOW_MS);
  expect(ended, JSON.stringify(ended)).toMatchObject({ state: "done", runsDone: 1 });
}

/** The first deposit makes the pool, which every process tells of; what was put in comes out again. */
async function fillPool(exchange: Exchange, person: TestUser, asset: string): Promise<void> {
  const { poolId } = await depositThere(exchange, person, asset, 4);
  const isIt = (pool: Row) => pool["poolId"] === poolId;
  await untilBoth(exchange, person, POOLS, ({ pools }) => pools.some(isIt));
  const told = (await askAs(exchange.other, person, "GET", POOLS)).body.pools.find(isIt);
  expect(told).toMatchObject({ reserveA: "20.0000000", reserveB: "5.0000000", holders: 1 });
  const withdrawal = { poolId, shares: "4", minA: "7.9", minB: "1.9" };
  await settle(exchange.other, person, "/api/trading/pools/withdraw", { withdrawal });
  await untilBoth(exchange, person, POOLS, ({ pools }) => pools.find(isIt)?.reserveA === "12.0000000");
}

/** Puts 20 XLM, and as much of an asset at so many XLM each, into their pool; answers with its id and the shares. */
export async function depositThere(
  { app }: Exchange,
  person: TestUser,
  asset: string,
  price: number,
): Promise<{ readonly poolId: string; readonly shares: string }> {
  const [minPrice, maxPrice] = [String(price * 0.95), String(price * 1.05)];
  const deposit = { assetA: "XLM", assetB: asset, maxA: "20", maxB: String(20 / price), minPrice, maxPrice };
  await settle(app, person, "/api/trading/pools/deposit", { deposit });
  const own = { userId: person.user.id, assetB: asset, deleted: false };
  const share = await eventually(() => app.database.collection("pool_shares").findOne(own), SLOW_MS);
  return { poolId: String(share["uid"]), shares: String(share["shares"]) };
}
