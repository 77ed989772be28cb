import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { StandingCheckOutput, StandingOrderRow, type StandingTerms } from "#schemas/standing-orders.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { writeSaid } from "#schemas/said.ts";
import { readState } from "#server/markets/market-store.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { shapeRow } from "#server/platform/sync/shape-row.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, letNothingWait, type TestUser } from "#tests/support/builders.ts";
import { RepeatCheckOutput } from "#schemas/standing-payments.ts";
import { standingCollection } from "./store.ts";
import { setOperatorPolicy } from "#tests/support/seals.ts";

// Each waits for ledgers that close by themselves, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const AGREED = { networkFee: "0.1", operatorFees: [] };
const DAY_MS = 86_400_000;
let app: TestApp;
let ana: TestUser;
let ben: TestUser;
let dollar: string;

beforeAll(async () => {
  app = await startTestApp({ hasDemo: true, closeIntervalMs: 300 });
  [ana, ben] = await Promise.all([aUser(app), aUser(app)]);
  await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }), 60_000);
  const state = await eventually(async () => {
    const now = await readState(app.database);
    return now?.phase === "live" && now;
  }, 60_000);
  // Whoever closes an account sends all of it away at once.
  await setOperatorPolicy(app.database, { dailyLimit: null });
  dollar = state.listed.find((key) => key.startsWith("USDC-")) ?? "";
});
afterAll(() => app.stop());

async function isLive(): Promise<boolean> {
  const response = await app.server.inject({ url: ENDPOINTS.markets.path, headers: { cookie: ana.cookie } });
  return response.json().state === "live";
}

async function post({ cookie }: TestUser, { path: url }: { readonly path: string }, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

function buy(): StandingTerms {
  const rest = { every: "day", times: 1, highestPrice: null, slippage: 1000, startsAt: null, expiresAt: null } as const;
  return { kind: "recurring", base: dollar, quote: "XLM", spend: "5", ...rest };
}

function stop(): StandingTerms {
  const prices = { triggerPrice: "0.000001", price: "0.000001", expiresAt: null };
  return { kind: "stop-limit", side: "sell", base: "XLM", quote: dollar, amount: "1", ...prices };
}

/** Placed as soon as the index is not behind, which it may be for a moment on a busy machine. */
function place(person: TestUser, order: StandingTerms): Promise<string> {
  const idempotencyKey = randomBytes(12).toString("hex");
  return eventually(async () => {
    if (!(await isLive())) return false;
    const { password } = person;
    const answer = await post(person, ENDPOINTS.placeStandingOrder, {
      order,
      agreed: AGREED,
      idempotencyKey,
      password,
    });
    if (["market-behind", "market-building"].includes(answer.body.code)) return false;
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201, body: { uid: idempotencyKey } });
    return idempotencyKey;
  }, 60_000);
}

test("a buy that is placed is carried out by the running server, and its row says so on the owner's devices", async () => {
  await eventually(isLive, 60_000);
  const look = await post(ana, ENDPOINTS.checkStandingOrder, buy());
  expect(v.parse(StandingCheckOutput, look.body)).toMatchObject({ runs: 1, networkFee: "0.0100000" });
  const uid = await place(ana, buy());
  // A run that is kept from going out says why: the guarded prices of a server that just began come a little later.
  const over = { $nin: ["waiting" as const, "running" as const] };
  const done = await eventually(() => standingCollection(app.database).findOne({ uid, state: over }), 60_000).catch(
    async () => standingCollection(app.database).findOne({ uid }),
  );
  expect(done?.runs).toMatchObject([{ number: 1, outcome: "done", reason: "" }]);
  expect(done).toMatchObject({ state: "done", reason: "" });
  const row = v.parse(StandingOrderRow, shapeRow("durable_orders", done ?? {}));
  expect(row).toMatchObject({ uid, runsDone: 1, runsMissed: 0, nextAt: null, terms: { spend: "5.0000000" } });
  expect(row.runs).toMatchObject([{ number: 1, outcome: "done" }]);
  const hash = row.runs[0]?.hash ?? "";
  const bought = await eventually(
    () =>
      app.database.collection("transactions").findOne({ userId: ana.user.id, hash, assetCode: "USDC", type: "swap" }),
    60_000,
  );
  expect(bought).toMatchObject({ to: ana.user.walletAddress });
});

test("it acts when nobody is there, so whoever places it shows who they are", async () => {
  const placing = { order: stop(), agreed: AGREED, idempotencyKey: "with-a-cookie-alone-1" };
  const refused = await eventually(async () => {
    const answer = await post(ana, ENDPOINTS.placeStandingOrder, placing);
    return !["market-behind", "market-building"].includes(answer.body.code) && answer;
  }, 60_000);
  expect(refused.body.code).toBe("password-required");
  // Whoever finds the device open a moment after is not its owner.
  await post(ana, ENDPOINTS.confirmIdentity, { password: ana.password });
  expect((await post(ana, ENDPOINTS.placeStandingOrder, placing)).body.code).toBe("password-required");
  expect(await standingCollection(app.database).findOne({ uid: placing.idempotencyKey })).toBeNull();
  const uid = await place(ana, stop());
  const settled = await post(ana, ENDPOINTS.settleConfirmation, { idempotencyKey: uid });
  expect(settled.body).toEqual({ submission: null, placed: { uid, state: "waiting" } });
  const never = await post(ana, ENDPOINTS.settleConfirmation, { idempotencyKey: placing.idempotencyKey });
  expect(never.body).toEqual({ submission: null, placed: null });
  const late = await post(ana, ENDPOINTS.placeStandingOrder, { ...placing, password: ana.password });
  expect(late.body.code).toBe("confirmation-withdrawn");
  await post(ana, ENDPOINTS.cancelStandingOrder, { uid });
});

test("a payment is checked, set up by whoever shows who they are, told in its row, and left out and cancelled by its owner", async () => {
  const startsAt = new Date(Date.now() + 10 * DAY_MS).toISOString();
  const what = { kind: "payment", to: ben.user.uniqueUserId, asset: "XLM", amount: "2.5", memo: "", memoType: "text" };
  const payment = { ...what, every: "month", times: 3, expiresAt: null, startsAt };
  const looked = await post(ana, ENDPOINTS.checkRepeatedPayment, payment);
  expect(looked, JSON.stringify(looked.body)).toMatchObject({ status: 200 });
  const check = v.parse(RepeatCheckOutput, looked.body);
  expect(check).toMatchObject({ runs: 3, firstAt: payment.startsAt, needsPassword: true, refusals: [], warnings: [] });
  expect(check).toMatchObject({ networkFee: "0.0100000", recipient: { address: ben.user.walletAddress } });
  const { memo, memoType, networkFee, operatorFee } = check;
  const agreed = { to: check.recipient.address, memo, memoType, networkFee, operatorFee };
  const placing = { payment, agreed, idempotencyKey: "repeated-payment-0001" };
  await post(ana, ENDPOINTS.confirmIdentity, { password: ana.password });
  expect((await post(ana, ENDPOINTS.repeatPayment, placing)).body.code).toBe("password-required");
  const elsewhere = { ...placing, agreed: { ...agreed, to: ana.user.walletAddress }, password: ana.password };
  expect((await post(ana, ENDPOINTS.repeatPayment, elsewhere)).body.code).toBe("recipient-changed");
  const uid = placing.idempotencyKey;
  for (const _again of [1, 2])
    expect((await post(ana, ENDPOINTS.repeatPayment, { ...placing, password: ana.password })).body).toEqual({
      uid,
      state: "waiting",
    });
  const row = v.parse(
    StandingOrderRow,
    shapeRow("durable_orders", (await standingCollection(app.database).findOne({ uid })) ?? {}),
  );
  expect(row).toMatchObject({ nextAt: payment.startsAt, terms: { to: ben.user.walletAddress, named: payment.to } });
  const skipping = { uid, at: payment.startsAt };
  expect((await post(ben, ENDPOINTS.skipRepeatedPayment, skipping)).body.code).toBe("durable-unknown");
  expect((await post(ana, ENDPOINTS.skipRepeatedPayment, skipping)).body).toEqual({ uid, state: "waiting" });
  expect((await post(ana, ENDPOINTS.cancelStandingOrder, { uid })).body).toMatchObject({ state: "cancelled" });
  expect(await standingCollection(app.database).findOne({ uid })).toMatchObject({ state: "cancelled", runsMissed: 1 });
});

test("an order is its owner's alone to cancel, once for all, however many ask at once", async () => {
  const uid = await place(ana, stop());
  expect((await post(ben, ENDPOINTS.cancelStandingOrder, { uid })).body.code).toBe("durable-unknown");
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(ana, ENDPOINTS.cancelStandingOrder, { uid })));
  for (const answer of answers)
    expect(answer).toEqual({ status: 200, body: { uid, state: "cancelled", submissionId: null } });
  expect(await standingCollection(app.database).findOne({ uid })).toMatchObject({ state: "cancelled", version: 2 });
});

test("whoever leaves takes what waits along: nothing of a closed account is traded any more", async () => {
  await eventually(() => accountCollection(app.database).findOne({ userId: ben.user.id, exists: true }), 60_000);
  const uid = await place(ben, stop());
  await post(ben, ENDPOINTS.confirmIdentity, { password: ben.password });
  const payload = { transactionLimit: "100000", dailyLimit: null, requirePasswordForSend: false };
  await letNothingWait(app);
  await app.server.inject({ method: "PUT", url: "/api/security/limits", headers: { cookie: ben.cookie }, payload });
  const closing = await post(ben, ENDPOINTS.closeAccount, { sendRestTo: ana.user.walletAddress });
  expect(closing.body, JSON.stringify(closing.body)).toEqual({ state: "closing" });
  const gone = await eventually(() => standingCollection(app.database).findOne({ uid, deleted: true }), 60_000);
  expect(gone).toMatchObject({ state: "cancelled", reason: writeSaid("reason.account-closing"), runs: [] });
});

test.each([
  ["a trigger that is a number", { triggerPrice: 1 }],
  ["a query in place of an amount", { amount: { $gt: "" } }],
  ["a kind that there is not", { kind: "market" }],
  ["one asset for itself", { quote: "XLM" }],
  ["a field too many", { userId: 1 }],
  ["an end that is no date", { expiresAt: "soon" }],
])("%s is refused before anything is looked at", async (_what, fields) => {
  const order = { ...stop(), ...fields };
  const body = { order, agreed: AGREED, idempotencyKey: "wrong-types-0123456789" };
  expect(await post(ana, ENDPOINTS.placeStandingOrder, body)).toMatchObject({
    status: 400,
    body: { code: "input-invalid" },
  });
  expect(await standingCollection(app.database).findOne({ uid: body.idempotencyKey })).toBeNull();
});
