import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  AutomatedTradingRow,
  type AutomationTerms,
  BackTestOutput,
  TradingSignalRow,
} from "#schemas/automated-trading.ts";
import { AutomationCheckOutput } from "#schemas/automation-calls.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { readState } from "#server/markets/market-store.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { shapeRow } from "#server/platform/sync/shape-row.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { lastClosed, plantCandles } from "#tests/support/candles.ts";
import { type AutomationDocument, automationCollection, signalCollection } from "./store.ts";

// Each waits for ledgers that close by themselves, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const AGREED = { networkFee: "0.1", operatorFees: [] };
const MINUTE = 60_000;
let app: TestApp;
let ana: TestUser;
let ben: TestUser;
let dollar: string;
/** An asset of which nobody else has candles. */
let other: string;
/** What a dollar costs in XLM. */
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
  other = state.listed.find((key) => key !== "XLM" && key !== dollar) ?? "";
  price = await eventually(async () => {
    const { body } = await get(ana, `${ENDPOINTS.market.path}?base=${dollar}&quote=XLM`);
    const ask = Number(body.ticker?.ask ?? 0);
    return ask > 0 && ask;
  }, 60_000);
});
afterAll(() => app.stop());

async function get({ cookie }: TestUser, url: string) {
  const response = await app.server.inject({ url, headers: { cookie } });
  return { status: response.statusCode, body: response.json() };
}

async function post({ cookie }: TestUser, { path: url }: { readonly path: string }, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

/** Buys a little with every candle. */
function everyCandle(fields: Partial<AutomationTerms> = {}): AutomationTerms {
  return {
    strategy: "dca",
    candle: "1m",
    bases: [dollar],
    quote: "XLM",
    parameters: { every: 1, sharePercent: 10, length: 2, dipPercent: 50, dipTimes: 1 },
    budget: "100",
    perTrade: "20",
    perDay: "1000",
    maxDrawdown: 50,
    cooldown: 0,
    slippage: 1000,
    ...fields,
  };
}

/**
 * Candles of the minutes up to so many before the last that has closed. One that a busy machine shows only after another minute has
 * closed is too late to be told or traded: whoever waits for that plants again.
 */
async function plant(base: string, back: readonly number[]): Promise<void> {
  const last = lastClosed("1m", Date.now());
  const candles = back.map((minutes) => ({ at: last - minutes * MINUTE, close: price }));
  await plantCandles(app.database, { base, quote: "XLM", size: "1m" }, candles);
}

/** As soon as the index is not behind, which it may be for a moment on a busy machine. */
async function whileLive(act: () => ReturnType<typeof post>) {
  return eventually(async () => {
    const answer = await act();
    return !["market-behind", "market-building"].includes(answer.body.code) && answer;
  }, 60_000);
}

async function tested(person: TestUser, terms: AutomationTerms) {
  for (const base of terms.bases)
    await plant(
      base,
      Array.from({ length: 60 }, (_, index) => 70 - index),
    );
  const answer = await whileLive(() => post(person, ENDPOINTS.backTest, { terms, tune: false }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return v.parse(BackTestOutput, answer.body);
}

interface Start {
  readonly terms?: AutomationTerms;
  readonly mode?: "alert" | "auto";
  readonly key?: string;
  readonly riskAccepted?: boolean;
}

function start(
  person: TestUser,
  { terms = everyCandle(), mode = "alert", key = aKey(), riskAccepted = true }: Start = {},
) {
  const automation = { terms, executionMode: mode, riskAccepted };
  const { password } = person;
  const body = { automation, perTrade: AGREED, agreed: AGREED, idempotencyKey: key, password };
  return whileLive(() => post(person, ENDPOINTS.startAutomation, body));
}

function aKey(): string {
  return randomBytes(12).toString("hex");
}

async function begun(person: TestUser, fields: Start = {}): Promise<AutomationDocument> {
  await tested(person, fields.terms ?? everyCandle());
  const { status, body } = await start(person, fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return read(body.uid);
}

async function read(uid: string): Promise<AutomationDocument> {
  const found = await automationCollection(app.database).findOne({ uid });
  if (!found) throw new Error(`there is no automation ${uid}`);
  return found;
}

function signalsOf({ id }: AutomationDocument) {
  return signalCollection(app.database)
    .find({ automatedTradingId: id }, { sort: { candleAt: 1, id: 1 } })
    .toArray();
}

function stop(person: TestUser, { uid }: AutomationDocument) {
  return post(person, ENDPOINTS.stopAutomation, { uid });
}

test("a back-test says what a strategy would have come to, and tuned parameters are told of what they never saw", async () => {
  const output = await tested(ana, everyCandle());
  const [pair] = output.pairs;
  expect(pair).toMatchObject({ base: dollar, summary: { isTooFew: true } });
  expect(pair?.trades.length).toBeGreaterThan(0);
  expect(pair?.curve.length).toBe(pair?.candles);
  const { body } = await whileLive(() => post(ana, ENDPOINTS.backTest, { terms: everyCandle(), tune: true }));
  const tuned = v.parse(BackTestOutput, body);
  expect(tuned.tuned?.tried).toBeGreaterThan(1);
  expect(Date.parse(tuned.pairs[0]?.from ?? "")).toBeGreaterThan(Date.parse(pair?.from ?? ""));
});

test("what is out of bounds, untested, or not agreed to starts nothing", async () => {
  const wrong = everyCandle({ parameters: { every: 0, sharePercent: 10, length: 2, dipPercent: 50, dipTimes: 1 } });
  for (const [terms, code] of [
    [wrong, "automation-parameter"],
    [everyCandle({ perTrade: "200" }), "automation-limits"],
    [everyCandle({ perTrade: "0.01" }), "automation-small"],
    [everyCandle({ budget: "1e3" }), "amount-malformed"],
    [
      everyCandle({ parameters: { every: 1, sharePercent: 10, length: 399, dipPercent: 50, dipTimes: 1 } }),
      "automation-candles-few",
    ],
  ] as const)
    expect((await whileLive(() => post(ana, ENDPOINTS.backTest, { terms, tune: false }))).body.code).toBe(code);
  const untested = everyCandle({ budget: "77" });
  expect((await start(ana, { terms: untested })).body.code).toBe("automation-untested");
  await tested(ana, untested);
  expect((await start(ana, { terms: untested, mode: "auto", riskAccepted: false })).body.code).toBe("automation-risk");
  expect(await automationCollection(app.database).countDocuments({ userId: ana.user.id })).toBe(0);
});

test("in alert it tells of each signal, keeps a book on paper, and moves no money", async () => {
  const terms = everyCandle({ bases: [other] });
  const automation = await begun(ana, { terms });
  const check = v.parse(
    AutomationCheckOutput,
    (await post(ana, ENDPOINTS.checkAutomation, { terms, executionMode: "alert", riskAccepted: false })).body,
  );
  expect(check.refusals).toEqual([]);
  await plant(other, [1]);
  const told = await eventually(async () => {
    await plant(other, [0]);
    return app.database.collection("notifications").findOne({ userId: ana.user.id, kind: "trading-signal" });
  }, 90_000);
  expect(told).toMatchObject({ assetCode: other.split("-")[0] });
  const after = await eventually(async () => {
    const now = await read(automation.uid);
    return now.tradeCount > 0 && now;
  }, 60_000);
  const signals = await signalsOf(automation);
  expect(signals[0]).toMatchObject({ signalType: "buy", isPaper: true, result: "done", executed: true });
  expect(signals.at(-1)).toMatchObject({ signalType: "buy", result: "told", executed: false });
  for (const signal of signals)
    expect(v.is(TradingSignalRow, shapeRow("trading_signals", signal)), JSON.stringify(signal)).toBe(true);
  expect(v.is(AutomatedTradingRow, shapeRow("automated_trading", after))).toBe(true);
  expect(Number(after.holdings[0]?.quoteAmount)).toBeLessThan(100);
  expect(await app.database.collection("submissions").countDocuments({ userId: ana.user.id, kind: "swap" })).toBe(0);
  expect((await stop(ana, automation)).body.status).toBe("stopped");
});

test("in auto it trades within its limits, once for each signal, and its book says what the ledger did", async () => {
  const terms = everyCandle({ perDay: "25" });
  const automation = await begun(ben, { terms, mode: "auto" });
  const done = await eventually(async () => {
    const now = await read(automation.uid);
    if (now.tradeCount === 0) await plant(dollar, [0]);
    return now.tradeCount === 1 && now;
  }, 90_000);
  const [signal] = await signalsOf(automation);
  expect(signal).toMatchObject({ signalType: "buy", isPaper: false, result: "done", executed: true });
  const rows = await app.database
    .collection("transactions")
    .find({ userId: ben.user.id, hash: signal?.hash ?? "none", type: "swap" })
    .toArray();
  const bought = rows.find(({ assetCode }) => assetCode === "USDC");
  expect(done.holdings[0]?.baseAmount).toBe(bought?.["amount"]);
  expect(Number(done.spentToday)).toBeGreaterThan(0);
  expect(parseAmount(done.spentToday)).toBeLessThanOrEqual(parseAmount("25"));
  // The same candle once more gives nothing more.
  await plant(dollar, [0]);
  const submissions = { userId: ben.user.id, kind: "swap" };
  expect(await app.database.collection("submissions").countDocuments(submissions)).toBe(1);
  await stop(ben, automation);
});

test("the same confirmation is one automation, however often and at once it comes", async () => {
  await tested(ana, everyCandle());
  const key = aKey();
  const answers = await Promise.all([start(ana, { key }), start(ana, { key }), start(ana, { key })]);
  expect(answers.map(({ body }) => body.uid)).toEqual([key, key, key]);
  expect(await automationCollection(app.database).countDocuments({ uid: key })).toBe(1);
  expect((await start(ana, { key, terms: everyCandle({ slippage: 5 }) })).body.code).toBe("idempotency-key-reused");
  const other = await post(ben, ENDPOINTS.stopAutomation, { uid: key });
  expect(other.body.code).toBe("automation-unknown");
  const stops = await Promise.all([1, 2].map(() => post(ana, ENDPOINTS.stopAutomation, { uid: key })));
  expect(stops.map(({ body }) => body.status)).toEqual(["stopped", "stopped"]);
  expect((await post(ana, ENDPOINTS.pauseAutomation, { uid: key })).body.code).toBe("automation-over");
});
