import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { haltAsset, resumeAsset } from "#server/platform/submissions/halts.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { cookieOf, eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin, askTwo } from "#tests/support/operators.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { openOf as openQuery } from "./open-submissions.ts";
import { addFeeRule, protect } from "#tests/support/seals.ts";
import { withReason } from "#tests/support/reasons.ts";

const HOUR_MS = 60 * 60 * 1000;
let app: TestApp;
let ben: TestUser;
let admin: TestUser;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
  [ben, admin] = await Promise.all([funded(), anAdmin(app)]);
  await eventually(async () => (await houseAccount(app.database, "fees", null))?.exists === true);
});
afterAll(() => app.stop());

async function funded(): Promise<TestUser> {
  const user = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: user.user.id, exists: true }));
  return user;
}

async function call(user: TestUser, method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) {
  const headers = { cookie: user.cookie };
  const response = await app.server.inject({ method, url, headers, ...withReason(method, url, payload) });
  return { status: response.statusCode, body: response.json() };
}

function confirm(user: TestUser) {
  return call(user, "POST", "/api/confirm-identity", { password: user.password });
}

/** Signs in again as well: an operator's session idles out as these tests move the clock. */
async function confirmOperator(): Promise<void> {
  const payload = { username: admin.user.username, password: admin.password };
  const response = await app.server.inject({ method: "POST", url: "/api/admin/login", payload });
  admin = { ...admin, cookie: cookieOf(response) };
  await confirm(admin);
}

function send(user: TestUser, body: object = {}) {
  keys += 1;
  const idempotencyKey = `protection-${String(keys).padStart(8, "0")}`;
  const payment = { to: ben.user.walletAddress, assetCode: "XLM", amount: "1", password: user.password };
  return call(user, "POST", "/api/wallet/send", { ...payment, idempotencyKey, ...body });
}

function settled(user: TestUser, id: number) {
  return eventually(async () => {
    const { submission } = (await call(user, "GET", `/api/wallet/submissions/${id}`)).body;
    return ["confirmed", "failed"].includes(submission.state) && submission;
  }, 15_000);
}

/** Sets what is asked of payments, as two operators agree. */
async function setPolicy(change: object) {
  return askTwo(app, admin, await aConfirmedAdmin(app), ["PUT", "/api/admin/policy", change]);
}

test("what touches security asks to confirm, and asks again ten minutes later", async () => {
  const user = await aUser(app);
  const limits = { transactionLimit: "5", dailyLimit: "6", requirePasswordForSend: true };
  const url = "/api/security/limits";
  expect((await call(user, "PUT", url, limits)).body.code).toBe("confirmation-required");
  const wrong = await call(user, "POST", "/api/confirm-identity", { password: "not this one" });
  expect(wrong.body.code).toBe("password-wrong");
  await confirm(user);
  expect((await call(user, "PUT", url, limits)).body).toMatchObject({ transactionLimit: "5", dailyLimit: "6" });
  app.clock.advance(10 * 60 * 1000);
  expect((await call(user, "PUT", url, limits)).body.code).toBe("confirmation-required");
});

test("a user's own limits hold, for one payment and for a day", async () => {
  const ana = await funded();
  await confirm(ana);
  const limits = { transactionLimit: "5", dailyLimit: "8", requirePasswordForSend: false };
  await call(ana, "PUT", "/api/security/limits", limits);
  expect((await send(ana, { amount: "5.0000001" })).body.code).toBe("limit-exceeded");
  const both = await Promise.all([send(ana, { amount: "5" }), send(ana, { amount: "5" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([202, 403]);
  expect(both.find(({ status }) => status === 403)?.body.message).toContain("3 XLM is left");
  app.clock.advance(24 * HOUR_MS + 1000);
  expect((await send(ana, { amount: "5" })).status).toBe(202);
});

test("nothing leaves a frozen account, not even what was accepted before", async () => {
  const ana = await funded();
  await haltAsset(app.runtime, NATIVE, "a test", null);
  const accepted = await submitHeldByHalt(ana);
  expect((await call(ana, "POST", "/api/security/freeze")).body.isFrozen).toBe(true);
  await resumeAsset(app.database, NATIVE, null);
  const failed = await settled(ana, accepted);
  expect(failed).toMatchObject({ state: "failed", message: expect.stringContaining("frozen") });
  expect((await send(ana)).body.code).toBe("account-frozen");
  await confirmOperator();
  const url = `/api/admin/users/${ana.user.id}/frozen`;
  expect((await call(admin, "PUT", url, { isFrozen: false, reason: "a mistake" })).status).toBe(200);
  expect((await send(ana)).status).toBe(202);
  expect((await call(admin, "PUT", "/api/admin/users/999999/frozen", { isFrozen: true, reason: "x" })).body.code).toBe(
    "user-unknown",
  );
});

const OTHER = 999_999_999;

/** Accepted before the asset was halted: the worker must not sign it meanwhile. */
async function submitHeldByHalt(user: TestUser): Promise<number> {
  const submissions = app.database.collection("submissions");
  expect((await send(user)).body.code).toBe("payments-halted");
  await resumeAsset(app.database, NATIVE, null);
  await haltBeforeSigning();
  const answer = await send(user);
  await haltAsset(app.runtime, NATIVE, "a test", null);
  expect(answer.status).toBe(202);
  await submissions.deleteOne({ id: OTHER });
  await accountCollection(app.database).updateOne({ userId: user.user.id }, { $set: { inFlight: null } });
  return answer.body.submission.id;

  async function haltBeforeSigning(): Promise<void> {
    // Another payment's claim on the account, in use, keeps the worker from signing until the halt is there.
    const attempt = { source: user.user.walletAddress };
    const other = { id: OTHER, userId: user.user.id, idempotencyKey: "other", state: "awaiting-signature", attempt };
    await submissions.insertOne(other);
    await accountCollection(app.database).updateOne({ userId: user.user.id }, { $set: { inFlight: OTHER } });
  }
}

test("after a reset of the password payments pause for the operator's hours", async () => {
  const ana = await funded();
  await protect(app.runtime, ana.user.id, { credentialsChangedAt: app.clock.now() });
  expect((await send(ana)).body.code).toBe("cool-off");
  expect((await call(ana, "GET", "/api/security")).body.coolOffUntil).not.toBe(null);
  app.clock.advance(24 * HOUR_MS);
  expect((await send(ana)).status).toBe(202);
});

test("with the list on only listed addresses are paid, new ones after their hold", async () => {
  const ana = await funded();
  await confirm(ana);
  const url = "/api/security/allow-list";
  await call(ana, "PUT", url, { isOn: true, holdHours: 2 });
  expect((await send(ana)).body.code).toBe("recipient-not-allowed");
  const entry = { address: ben.user.walletAddress, label: "Ben" };
  expect((await call(ana, "POST", `${url}/addresses`, entry)).body.addresses).toHaveLength(1);
  expect((await call(ana, "POST", `${url}/addresses`, { ...entry, address: `G${"A".repeat(55)}` })).body.code).toBe(
    "address-malformed",
  );
  expect((await send(ana)).body.code).toBe("recipient-on-hold");
  app.clock.advance(2 * HOUR_MS);
  expect((await send(ana)).status).toBe(202);
  await confirm(ana);
  const [{ id }] = (await call(ana, "GET", url)).body.addresses;
  await call(ana, "DELETE", `${url}/addresses/${id}`);
  expect((await send(ana)).body.code).toBe("recipient-not-allowed");
});

test("above an amount another operator approves or refuses, once", async () => {
  const ana = await funded();
  await confirmOperator();
  await setPolicy({ approveAbove: "10" });
  const [small, first, second] = [
    await send(ana),
    await send(ana, { amount: "11" }),
    await send(ana, { amount: "12" }),
  ];
  expect(small.body.submission.state).toBe("created");
  expect([first.body.submission.state, second.body.submission.state]).toEqual(["held", "held"]);
  const openOf = async (user: TestUser) => (await call(user, "GET", "/api/wallet/submissions")).body.submissions;
  expect(await openOf(ana)).toEqual(
    expect.arrayContaining([
      {
        id: first.body.submission.id,
        kind: "send",
        state: "held",
        message: null,
        said: null,
        createdAt: first.body.submission.createdAt,
        operations: [
          { type: "payment", to: ben.user.walletAddress, amount: "11.0000000", assetCode: "XLM", issuer: null },
        ],
      },
    ]),
  );
  expect(await openOf(ben)).toEqual([]);
  const plan = JSON.stringify(await openQuery(app.database, ana.user.id).explain("queryPlanner"));
  expect(plan).toContain("IXSCAN");
  expect(plan).not.toContain("COLLSCAN");
  const waiting = (await call(admin, "GET", "/api/admin/submissions")).body.submissions;
  expect(waiting.map(({ amount }: { amount: string }) => amount)).toEqual(["11.0000000", "12.0000000"]);
  const decide = (id: number, verb: string, body?: object) =>
    call(admin, "POST", `/api/admin/submissions/${id}/${verb}`, body);
  expect((await decide(first.body.submission.id, "approve")).status).toBe(200);
  expect((await decide(first.body.submission.id, "approve")).body.code).toBe("submission-not-waiting");
  expect((await settled(ana, first.body.submission.id)).state).toBe("confirmed");
  await decide(second.body.submission.id, "refuse", { reason: "Please call us." });
  expect(await settled(ana, second.body.submission.id)).toMatchObject({ state: "failed", message: "Please call us." });
  expect(await eventually(async () => (await openOf(ana)).length === 0)).toBe(true);
  expect((await decide(999_999, "approve")).body.code).toBe("submission-unknown");
  await eventually(() => accountCollection(app.database).findOne({ userId: admin.user.id, exists: true }));
  const own = await send(admin, { amount: "11" });
  expect((await decide(own.body.submission.id, "approve")).body.code).toBe("approval-own");
  await setPolicy({});
});

test("the operator's fee goes with the payment, and the look beforehand tells it", async () => {
  const ana = await funded();
  const rule = { operationType: "send", feeType: "percent", feeValue: "1", minFee: null, maxFee: "0.5" } as const;
  await addFeeRule(app.database, { id: 1, ...rule, assetCode: "XLM", active: true, lastUpdated: new Date() });
  const look = await call(ana, "POST", "/api/wallet/send/check", {
    to: ben.user.walletAddress,
    assetCode: "XLM",
    amount: "20",
  });
  expect(look.body).toMatchObject({
    recipient: { address: ben.user.walletAddress, username: ben.user.username, exists: true },
    total: [{ assetCode: "XLM", issuer: null, amount: "20.2000200" }],
    left: [{ assetCode: "XLM", issuer: null, balance: "9979.7999800", spendable: "9978.7999800" }],
    networkFee: "0.0010000",
    isFeeSponsored: false,
    operatorFee: { assetCode: "XLM", issuer: null, amount: "0.2000000" },
    needsPassword: true,
    refusals: [],
  });
  const before = BigInt((await houseAccount(app.database, "fees", null))?.balance ?? "0");
  const operatorFee = { assetCode: "XLM", issuer: null, amount: "0.2000000" };
  const agreed = { to: ben.user.walletAddress, memo: "", memoType: "text", networkFee: "0.0000200", operatorFee };
  const cheaper = { ...agreed, operatorFee: { ...operatorFee, amount: "0.1999999" } };
  expect((await send(ana, { amount: "20", agreed: cheaper })).body.code).toBe("fees-risen");
  expect((await send(ana, { amount: "20", agreed: { ...agreed, networkFee: "0" } })).body.code).toBe("fees-risen");
  const elsewhere = { ...agreed, to: ana.user.walletAddress };
  expect((await send(ana, { amount: "20", agreed: elsewhere })).body.code).toBe("recipient-changed");
  const { body } = await send(ana, { amount: "20", agreed });
  expect((await settled(ana, body.submission.id)).state).toBe("confirmed");
  await eventually(
    async () => (await houseAccount(app.database, "fees", null))?.balance === String(before + 2_000_000n),
  );
  const history = app.database.collection("transactions").find({ userId: ana.user.id, hash: { $ne: null } });
  expect((await history.toArray()).filter(({ type }) => type !== "create_account")).toMatchObject([
    { type: "send", amount: "20.0000000", fee: "0.0000200" },
    { type: "operator_fee", amount: "0.2000000", fee: "0.0000000" },
  ]);
  const tooMuch = await call(ana, "POST", "/api/wallet/send/check", {
    to: ben.user.walletAddress,
    assetCode: "XLM",
    amount: "20000",
  });
  const codes = tooMuch.body.refusals.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(["balance-too-low", "limit-exceeded", "daily-limit-exceeded"]);
  expect(tooMuch.body).toMatchObject({ left: [], total: [{ assetCode: "XLM", amount: "20000.5000200" }] });
  await app.database.collection("fee_config").deleteMany({});
});

test("a change of the fee is told with its date; who reviewed before and confirms after is asked anew, or pays less", async () => {
  const ana = await funded();
  const rule = { operationType: "send", feeType: "flat", minFee: null, maxFee: null, assetCode: "XLM" } as const;
  const coming = async (feeValue: string, next: string) => {
    await app.database.collection("fee_config").deleteMany({});
    const from = new Date(app.clock.now().getTime() + 60_000);
    const stored = { id: 1, ...rule, feeValue, active: true, lastUpdated: new Date() };
    await addFeeRule(app.database, { ...stored, next: { from, rule: { ...rule, feeValue: next, active: true } } });
    return from.toISOString();
  };
  const payment = { to: ben.user.walletAddress, assetCode: "XLM", amount: "2" };
  const review = async () => (await call(ana, "POST", "/api/wallet/send/check", payment)).body;
  const cost = (amount: string) => ({ assetCode: "XLM", issuer: null, amount });
  const agreedTo = (operatorFee: object) => {
    const { to } = payment;
    return { amount: "2", agreed: { to, memo: "", memoType: "text", networkFee: "0.0000200", operatorFee } };
  };

  const rises = await coming("0.3", "0.5");
  const seen = await review();
  expect(seen.operatorFee).toEqual(cost("0.3000000"));
  expect(seen.comingFees).toEqual({ from: rises, operatorFees: [cost("0.5000000")] });
  app.clock.advance(60_000);
  expect((await send(ana, agreedTo(seen.operatorFee))).body.code).toBe("fees-risen");
  const anew = await review();
  expect(anew).toMatchObject({ operatorFee: cost("0.5000000") });
  expect(anew.comingFees).toBeUndefined();

  await coming("0.5", "0.2");
  app.clock.advance(60_000);
  const { body } = await send(ana, agreedTo(cost("0.5000000")));
  expect((await settled(ana, body.submission.id)).state).toBe("confirmed");
  const steps = (await submissionCollection(app.database).findOne({ id: body.submission.id }))?.steps;
  expect(steps?.map((step) => "amount" in step && step.amount)).toEqual(["20000000", "2000000"]);
  await app.database.collection("fee_config").deleteMany({});
});

test("what nothing is certain of is settled by an operator's evidence", async () => {
  const ana = await funded();
  const { body } = await send(ana);
  const { id } = await settled(ana, body.submission.id);
  // Ingestion settles a payment for good; only then can it be made to look like one that it never saw.
  await eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }));
  await app.database.collection("submissions").updateOne({ id }, { $set: { state: "ambiguous", isReserving: true } });
  await confirmOperator();
  const url = `/api/admin/submissions/${id}/resolve`;
  expect((await call(admin, "POST", url, { outcome: "paid", evidence: "x" })).body.code).toBe("input-invalid");
  const resolution = { outcome: "confirmed", ledger: 7, evidence: "seen on an explorer" };
  expect((await call(admin, "POST", url, resolution)).body.code).toBe("resolution-contradicted");
  const settledIn = await submissionCollection(app.database).findOne({ id });
  const ledger = settledIn?.ledger ?? 0;
  Object.assign(resolution, { ledger });
  expect((await call(admin, "POST", url, resolution)).body.submission).toMatchObject({ state: "confirmed", ledger });
  expect((await call(admin, "POST", url, resolution)).body.code).toBe("submission-not-waiting");
  expect(await submissionCollection(app.database).countDocuments({ id, isReserving: true })).toBe(0);
});
