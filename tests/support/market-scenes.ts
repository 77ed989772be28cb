import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { PoolTerms } from "#schemas/market-making.ts";
import { ZERO_AMOUNT } from "#schemas/values/money.ts";
import { poolCollection, putPool, type PoolDocument, type StoredPool } from "#server/market-making/store.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { NOWHERE, putStanding } from "#server/pool-standing/index.ts";
import { eventually } from "./app.ts";
import type { EndpointName, Person, Scene } from "./money-scenes.ts";

export const POOL_TERMS: PoolTerms = {
  base: "XLM",
  quote: `USD-G${"A".repeat(55)}`,
  baseAmount: "100.0000000",
  quoteAmount: "25.0000000",
  walletCount: 2,
  levels: 2,
  spreadPercentage: "0.5",
  depthPercentage: "3",
  minTradeSize: "1.0000000",
  maxTradeSize: "500.0000000",
  reference: { kind: "mid" },
  priceMargin: "10",
  inventoryTarget: 50,
  skew: 50,
  autoRebalance: true,
  maxDrawdown: 20,
  maxDailyLoss: "25.0000000",
  maxFillsPerMinute: 60,
};

/** A pool as if it had been opened, sealed like every other; it has no wallets unless they are named. */
export function plantPool(runtime: Runtime, userId: number, fields: Partial<StoredPool> = {}): Promise<PoolDocument> {
  const now = runtime.clock.now();
  const stored: StoredPool = {
    terms: POOL_TERMS,
    status: "stopped",
    isActive: false,
    stop: null,
    reason: "",
    baseBalance: ZERO_AMOUNT,
    quoteBalance: ZERO_AMOUNT,
    xlmAside: ZERO_AMOUNT,
    lastPrice: null,
    startPrice: null,
    profitLoss: ZERO_AMOUNT,
    result: { profitLoss: ZERO_AMOUNT, spread: ZERO_AMOUNT, inventory: ZERO_AMOUNT, networkFees: ZERO_AMOUNT },
    tradeCount: 0,
    worth: ZERO_AMOUNT,
    peak: ZERO_AMOUNT,
    offers: [],
    openedAt: now,
    startedAt: null,
    changedAt: now,
    wallets: [],
    under: null,
    attempts: 0,
    isHeld: false,
    counted: { base: "0", quote: "0" },
    base0: "0",
    quote0: "0",
    peakWorth: "0",
    day: 0,
    dayWorth: "0",
    spreadSum: "0",
    feeSum: "0",
    restsUntil: 0,
    failures: 0,
    submissionId: 0,
    fingerprint: "planted",
    version: 1,
    ...fields,
  };
  return runtime.database.transaction(async (session) => {
    const pool = await putPool(runtime, session, { userId, uid: randomBytes(12).toString("hex") }, stored);
    const { base, quote } = pool.terms;
    await putStanding(runtime.database, session, { _id: pool.id, userId, base, quote, ...NOWHERE });
    return pool;
  });
}

/** Simulates a pool, opens it, starts it, changes it, stops it and drains it, as far as its market lets it; operators look, stop it and let it go. */
export async function makeMarkets(
  { app, drive }: Scene,
  person: Person,
  operator: Person,
  nextCode: () => string,
): Promise<void> {
  const state = await eventually(() => app.database.collection("market_state").findOne({ phase: "live" }), 60_000);
  const listed: readonly string[] = state["listed"];
  const base = listed.find((key) => key === "XLM") ?? "";
  const quote = listed.find((key) => key !== "XLM") ?? "";
  const terms = {
    ...POOL_TERMS,
    base,
    quote,
    baseAmount: "20",
    quoteAmount: "0",
    walletCount: 1,
    minTradeSize: "1",
    reference: { kind: "mid" },
  };
  const live = (name: EndpointName, body: () => object) =>
    eventually(async () => {
      const answer = await drive(name, person, { body: body() });
      return !["market-behind", "market-building"].includes(answer.body.code) && answer;
    }, 60_000);
  const shown = () => ({
    agreed: { networkFee: "0.1", operatorFees: [] },
    password: person.password,
    code: nextCode(),
  });
  const uid = "scan-pool-0123456789";
  await live("simulatePool", () => terms);
  await live("checkPool", () => ({ terms, riskAccepted: true }));
  const opened = await live("openPool", () => ({
    pool: { terms, riskAccepted: true },
    idempotencyKey: uid,
    ...shown(),
  }));
  expect(opened.status, JSON.stringify(opened.body)).toBe(202);
  const pool = await eventually(() => poolCollection(app.database).findOne({ uid, status: "stopped" }), 60_000);
  const start = { uid, riskAccepted: true };
  await live("checkPoolStart", () => start);
  const started = await live("startPool", () => ({ start, idempotencyKey: "scan-pool-start-01234", ...shown() }));
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const { base: _b, quote: _q, baseAmount: _x, quoteAmount: _y, walletCount: _w, ...settings } = terms;
  const change = { uid, settings: { ...settings, skew: 10 } };
  await live("checkPoolChange", () => change);
  await live("changePool", () => ({ change, idempotencyKey: "scan-pool-change-0123", ...shown() }));
  const by = { params: String(pool.id), body: { reason: "a look" } };
  await drive("marketDesk", operator);
  await drive("stopMarketPool", operator, by);
  await drive("releaseMarketPool", operator, by);
  await drive("stopAllMarketPools", operator, { body: { reason: "a look" } });
  await drive("stopPool", person, { body: { uid } });
  await drive("drainPool", person, { body: { uid } });
  await eventually(() => poolCollection(app.database).findOne({ uid, status: "closed" }), 90_000);
}
