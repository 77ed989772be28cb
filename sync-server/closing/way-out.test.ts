import { randomBytes } from "node:crypto";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CloseReviewOutput } from "#schemas/closing.ts";
import { writeSaid } from "#schemas/said.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { orderCollection, shareCollection } from "#server/orders/index.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, letNothingWait, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { setOperatorPolicy } from "#tests/support/seals.ts";
import type { Closing } from "./close-account.ts";

let app: TestApp;
let issuer: Outsider;
let USD: string;
let EUR: string;

beforeAll(async () => {
  app = await startTestApp({ house: { dailyFeeStroops: 10_000_000n } });
  await setOperatorPolicy(app.database, { dailyLimit: null });
  issuer = await anOutsider(app.stellar);
  [USD, EUR] = [`USD-${issuer.address}`, `EUR-${issuer.address}`];
}, 400_000);
afterAll(() => app.stop());

async function ask({ cookie }: TestUser, method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

/** Somebody whose account is on the network, in a confirmed session and without limits of their own. */
async function funded(): Promise<TestUser> {
  const user = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: user.user.id, exists: true }), 120_000);
  await ask(user, "POST", "/api/confirm-identity", { password: user.password });
  await letNothingWait(app);
  const limits = { transactionLimit: "1000000", dailyLimit: null, requirePasswordForSend: false };
  expect((await ask(user, "PUT", "/api/security/limits", limits)).status).toBe(200);
  return user;
}

async function done(user: TestUser, url: string, payload: object) {
  const idempotencyKey = randomBytes(12).toString("hex");
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const answer = await ask(user, "POST", url, { ...payload, agreed, idempotencyKey, password: user.password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const { id } = answer.body.submission;
  return eventually(
    () => submissionCollection(app.database).findOne({ id, isReserving: false, state: "confirmed" }),
    120_000,
  );
}

/** Somebody with a line to each asset and some of it. */
async function holder(codes: readonly string[], amount: string): Promise<TestUser> {
  const user = await funded();
  for (const code of codes) {
    const idempotencyKey = randomBytes(12).toString("hex");
    const added = await ask(user, "POST", "/api/wallet/trustlines", {
      assetCode: code,
      issuer: issuer.address,
      networkFee: "0.1",
      idempotencyKey,
    });
    expect(added.status, JSON.stringify(added.body)).toBe(202);
    const line = { userId: user.user.id, "lines.assetCode": code };
    await eventually(() => accountCollection(app.database).findOne(line), 120_000);
    if (amount === "0") continue;
    const asset = new Asset(code, issuer.address);
    await issuer.apply(Operation.payment({ destination: user.user.walletAddress ?? "", asset, amount }));
    const paid = { assetCode: code, balance: String(parseAmount(amount)) };
    await eventually(
      () => accountCollection(app.database).findOne({ userId: user.user.id, lines: { $elemMatch: paid } }),
      120_000,
    );
  }
  return user;
}

/** What an account has of everything, by asset code. */
async function holdingsOf({ user }: TestUser): Promise<Record<string, string>> {
  const account = await accountCollection(app.database).findOne({ userId: user.id, role: "wallet" });
  const lines = (account?.lines ?? []).map(({ assetCode, balance }) => [assetCode, balance] as const);
  return Object.fromEntries([["XLM", account?.balance ?? "0"] as const, ...lines]);
}

function gained(before: Record<string, string>, after: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(after).map(([code, amount]) => [code, formatAmount(BigInt(amount) - BigInt(before[code] ?? "0"))]),
  );
}

/** An order kept here that waits for its price. */
function waitingOrder({ user }: TestUser) {
  const terms = { kind: "stop-limit", side: "sell", base: "XLM", quote: USD, expiresAt: null, amount: "5" };
  return {
    id: 900_100,
    uid: "waiting-order",
    userId: user.id,
    revision: 0,
    deleted: false,
    state: "waiting",
    terms: { ...terms, triggerPrice: "0.01", price: "0.009" },
    reason: "",
    runs: [],
    nextAt: null,
    trouble: null,
    submissionId: null,
    version: 1,
  };
}

test("everything moves out by itself, and what arrives is what the review said", async () => {
  const [leaving, heir] = [await holder(["USD", "EUR"], "60"), await holder(["USD", "EUR"], "0")];
  const order = { kind: "limit", side: "sell", base: "XLM", quote: USD, amount: "10", price: "0.25" };
  await done(leaving, "/api/trading/orders", { order });
  await done(leaving, "/api/trading/orders", { order: { ...order, base: EUR, amount: "7", price: "3" } });
  const pool = { assetA: USD, assetB: "XLM", maxA: "10", maxB: "40", minPrice: "0.2", maxPrice: "0.3" };
  await done(leaving, "/api/trading/pools/deposit", { deposit: pool });
  await eventually(() => shareCollection(app.database).findOne({ userId: leaving.user.id, deleted: false }));
  await app.database.collection("durable_orders").insertOne(waitingOrder(leaving));

  const review: CloseReviewOutput = (
    await ask(leaving, "POST", "/api/account/close/review", { sendRestTo: heir.user.username, memo: "farewell" })
  ).body;
  expect(review, JSON.stringify(review)).toMatchObject({
    to: { address: heir.user.walletAddress, username: heir.user.username },
    memo: "farewell",
    refusals: [],
    announced: null,
    needsApproval: false,
    needsOwnKey: false,
    assets: [
      { assetCode: "USD", issuer: issuer.address, amount: "60.0000000", problem: null },
      { assetCode: "EUR", issuer: issuer.address, amount: "60.0000000", problem: null },
    ],
    pools: [{ assetA: "XLM", amountA: "40.0000000", assetB: USD, amountB: "10.0000000" }],
    lines: 3,
  });
  expect(review.orders.map(({ base, quote, side, amount }) => [base, quote, side, amount]).toSorted()).toEqual(
    [
      ["XLM", USD, "sell", "10.0000000"],
      [EUR, USD, "sell", "7.0000000"],
    ].toSorted(),
  );
  expect(review.standingOrders).toEqual([{ uid: "waiting-order", kind: "stop-limit", base: "XLM", quote: USD }]);

  const before = await holdingsOf(heir);
  const closing = await ask(leaving, "POST", "/api/account/close", { sendRestTo: review.to.address, memo: "farewell" });
  expect(closing.body).toEqual({ state: "closing" });
  await eventually(
    () => app.database.collection<{ _id: number }>("account_closings").findOne({ _id: leaving.user.id, state: "done" }),
    200_000,
  );
  expect(gained(before, await holdingsOf(heir))).toEqual({
    XLM: review.xlm.arrives,
    USD: "60.0000000",
    EUR: "60.0000000",
  });
  expect(await orderCollection(app.database).countDocuments({ userId: leaving.user.id, state: "open" })).toBe(0);
  const kept = await app.database.collection("durable_orders").findOne({ uid: "waiting-order" });
  expect(kept).toMatchObject({ state: "cancelled", reason: writeSaid("reason.account-closing") });
  const steps = await submissionCollection(app.database)
    .find({ userId: leaving.user.id, idempotencyKey: /^close-/ }, { sort: { id: 1 } })
    .toArray();
  expect(steps.map(({ kind, memo }) => [kind, memo])).toEqual([
    ["trade", ""],
    ["pool", ""],
    ["send", "farewell"],
  ]);
}, 500_000);

test("an asset that whoever gets it all cannot hold keeps the account open, and is named", async () => {
  const [leaving, heir] = [await holder(["EUR"], "5"), await funded()];
  const sendRestTo = heir.user.username;
  const review = (await ask(leaving, "POST", "/api/account/close/review", { sendRestTo })).body;
  const lacking = {
    code: "recipient-trustline-missing",
    message: "The recipient has not added EUR to their account, so it cannot be delivered.",
  };
  expect(review).toMatchObject({ assets: [{ assetCode: "EUR", problem: lacking }], refusals: [lacking] });
  expect((await ask(leaving, "POST", "/api/account/close", { sendRestTo })).body.code).toBe(lacking.code);
  expect((await ask(leaving, "GET", "/api/account/close")).body.isClosing).toBe(false);
}, 400_000);

test("what comes in between the steps is sent as well, and a closing whose account was changed past it goes on", async () => {
  const [leaving, heir] = [await holder(["EUR"], "5"), await holder(["EUR"], "0")];
  const asset = new Asset("EUR", issuer.address);
  const order = { kind: "limit", side: "sell", base: "XLM", quote: EUR, amount: "10", price: "0.25" };
  await done(leaving, "/api/trading/orders", { order });
  const before = await holdingsOf(heir);
  const closing = await ask(leaving, "POST", "/api/account/close", { sendRestTo: heir.user.username });
  expect(closing.body).toEqual({ state: "closing" });
  await issuer.apply(Operation.payment({ destination: leaving.user.walletAddress ?? "", asset, amount: "3" }));
  const isDone = { _id: leaving.user.id, state: "done" };
  await eventually(() => app.database.collection<{ _id: number }>("account_closings").findOne(isDone), 200_000);
  expect(gained(before, await holdingsOf(heir))).toMatchObject({ EUR: "8.0000000" });
}, 500_000);

test("written past the server, a closing moves nothing: where it goes stands under the seal of what protects the account", async () => {
  const [leaving, thief] = [await funded(), await funded()];
  const before = await holdingsOf(leaving);
  await app.database.collection<Closing>("account_closings").insertOne({
    _id: leaving.user.id,
    state: "merging",
    submissionId: null,
    sendRestTo: thief.user.walletAddress,
    to: thief.user.walletAddress,
    requestedAt: app.clock.now(),
  });
  await eventually(async () =>
    (await app.database.collection<{ _id: number }>("account_closings").findOne({ _id: leaving.user.id })) === null
      ? true
      : null,
  );
  expect(await holdingsOf(leaving)).toEqual(before);
}, 400_000);
