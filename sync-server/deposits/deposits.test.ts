import { afterAll, beforeAll, expect, test } from "vitest";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { askTwo } from "#tests/support/operators.ts";
import { setDeposit } from "#tests/support/seals.ts";
import { creditDeposits } from "./credit-deposits.ts";
import { approvedAnew } from "./store.ts";
import { depositRows } from "./deposit-rows.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { withReason } from "#tests/support/reasons.ts";

const SETTINGS = { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: "500" };
let app: TestApp;
let ana: TestUser;
let ben: TestUser;
let operator: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 2 }, cardProviderUrl: "https://cards.example.org/buy?to={address}" });
  [ana, ben, operator, other] = await Promise.all([funded(), funded(), confirmed(), confirmed()]);
  await eventually(() => accountCollection(app.database).findOne({ role: "channel", exists: true }), 30_000);
}, 60_000);
afterAll(() => app.stop());

async function funded(): Promise<TestUser> {
  const user = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: user.user.id, exists: true }));
  return user;
}

async function confirmed(): Promise<TestUser> {
  const admin = await anAdmin(app);
  await call(admin, "POST", "/api/confirm-identity", { password: admin.password });
  return admin;
}

async function call(user: TestUser, method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const headers = { cookie: user.cookie };
  const response = await app.server.inject({ method, url, headers, ...withReason(method, url, payload) });
  return { status: response.statusCode, body: response.json() };
}

function declare(user: TestUser, amount: string, cashAppTransactionId: string) {
  return call(user, "POST", "/api/deposits", { amount, cashAppUsername: "maria", cashAppTransactionId });
}

/** Sets how deposits are taken, as both operators agree. */
async function settle(settings: object): Promise<void> {
  const asked = ["PUT", "/api/admin/deposit-settings", { settings }] as const;
  const { status, body } = await askTwo(app, operator, other, asked);
  expect(status, JSON.stringify(body)).toBe(200);
}

function decide(by: TestUser, id: number, verb: string, body: object | undefined = undefined) {
  return call(by, "POST", `/api/admin/deposits/${id}/${verb}`, body);
}

const CURRENT = { rate: "current" };

async function balanceOf(user: TestUser): Promise<bigint> {
  const account = await accountCollection(app.database).findOne({ userId: user.user.id });
  return BigInt(account?.balance ?? "0");
}

function reaches(user: TestUser, id: number, status: string) {
  return eventually(async () => {
    const { deposits } = (await call(user, "GET", "/api/deposits")).body;
    const found = deposits.find((deposit: { id: number }) => deposit.id === id);
    return found.status === status && found;
  }, 20_000);
}

test("where there is a way to pay in, the app is told so", async () => {
  const answer = await app.server.inject({ url: ENDPOINTS.service.path });
  expect(answer.json().offers).toContain("deposits");
});

test("deposits are off until an operator says how they are taken", async () => {
  expect((await declare(ana, "10", "EARLY1")).body.code).toBe("deposits-off");
  expect((await call(ana, "GET", "/api/deposits")).body.offer).toBe(null);
  await settle(SETTINGS);
  const offer = { recipient: "$astrolabe", xlmRate: "8.5", minAmount: null, maxAmount: null };
  expect((await call(ana, "GET", "/api/deposits")).body.offer).toEqual(offer);
});

test("the link to who sells XLM for a card has one's own wallet in it", async () => {
  const { card } = (await call(ana, "GET", "/api/deposits")).body;
  expect(card).toEqual({
    seller: "cards.example.org",
    url: `https://cards.example.org/buy?to=${ana.user.walletAddress}`,
  });
});

test("an approved deposit is credited once, at the rate of its approval, however often it is approved", async () => {
  const before = await balanceOf(ana);
  const declared = (await declare(ana, "20.50", "#abc123")).body;
  expect(declared).toMatchObject({ status: "pending", cashAppUsername: "$maria", cashAppTransactionId: "ABC123" });
  expect((await declare(ana, "20.50", "abc123")).body.id).toBe(declared.id);
  expect((await declare(ana, "21", "abc123")).body.code).toBe("deposit-claimed");
  const answers = await Promise.all([
    decide(operator, declared.id, "approve", CURRENT),
    decide(operator, declared.id, "approve", CURRENT),
    decide(other, declared.id, "approve", CURRENT),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await settle({ ...SETTINGS, xlmRate: "9" });
  const network = openRpcNetwork(app.config.stellar);
  await Promise.all([creditDeposits(app.runtime, network), creditDeposits(app.runtime, network)]);
  const credited = await reaches(ana, declared.id, "credited");
  expect(credited).toMatchObject({ xlmRate: "8.5", xlmCredited: "174.2500000" });
  expect((await balanceOf(ana)) - before).toBe(1_742_500_000n);
  expect(await submissionCollection(app.database).countDocuments({ kind: "deposit" })).toBe(1);
  // It has left the queue; who has it open reads on what became of it, and of the payment.
  const seen = (by: TestUser, id: number) => call(by, "GET", `/api/admin/deposits/${id}`);
  const { body } = await seen(other, declared.id);
  expect(body).toMatchObject({ id: declared.id, status: "credited", userId: ana.user.id, duplicates: [] });
  expect(body.payment).toMatchObject({
    state: "confirmed",
    reason: "a ledger holds it, successful",
    ledger: expect.any(Number),
  });
  expect(body.payment.hash).toMatch(/^[0-9a-f]{64}$/);
  expect((await seen(ana, declared.id)).body.code).toBe("admin-required");
  expect((await seen(other, 999_999)).body.code).toBe("deposit-unknown");
  await settle(SETTINGS);
});

test("one transaction id is credited to one person", async () => {
  const [mine, theirs] = [(await declare(ana, "10", "SAME1")).body, (await declare(ben, "10", "same1")).body];
  const queue = (await call(operator, "GET", "/api/admin/deposits")).body.deposits;
  expect(queue.find(({ id }: { id: number }) => id === mine.id).duplicates).toEqual([theirs.id]);
  const answers = await Promise.all([
    decide(operator, mine.id, "approve", CURRENT),
    decide(other, theirs.id, "approve", CURRENT),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [refused] = answers.filter(({ status }) => status === 409);
  expect(refused?.body.code).toBe("deposit-duplicate");
});

test("above the amount two operators agree, and nobody decides about their own", async () => {
  const { id } = (await declare(ben, "500.01", "LARGE1")).body;
  const rate = { rate: "other", xlmRate: "8", reason: "agreed by phone" };
  const { proposal } = (await decide(operator, id, "approve", rate)).body;
  expect(proposal).toMatchObject({ why: "It is more than 500 USD.", content: { xlmCredited: "4000.0800000" } });
  expect((await decide(operator, id, "approve", CURRENT)).body.code).toBe("proposal-open");
  expect((await decide(other, id, "approve", CURRENT)).body.code).toBe("proposal-open");
  const approve = (by: TestUser) =>
    call(by, "POST", `/api/admin/proposals/${proposal.id}/approve`, { digest: proposal.digest });
  expect((await approve(operator)).body.code).toBe("proposal-own");
  expect((await approve(other)).body).toMatchObject({ state: "done", approvedBy: other.user.id });
  expect((await call(ben, "GET", "/api/deposits")).body.deposits[0]).toMatchObject({ xlmRate: "8" });
  await reaches(ben, id, "credited");
  const own = (await declare(operator, "5", "OWN1")).body;
  expect((await decide(operator, own.id, "approve", CURRENT)).body.code).toBe("deposit-own");
});

test("deposits keep to the bounds of the offer", async () => {
  const bounds = { minAmount: "5", maxAmount: "100" };
  await settle({ ...SETTINGS, ...bounds });
  expect((await call(ana, "GET", "/api/deposits")).body.offer).toMatchObject(bounds);
  expect((await declare(ana, "4.99", "BOUND1")).body).toMatchObject({
    code: "deposit-too-small",
    message: "One deposit is 5 USD or more.",
  });
  expect((await declare(ana, "100.01", "BOUND1")).body.code).toBe("deposit-too-large");
  expect((await declare(ana, "5", "BOUND1")).status).toBe(201);
  await settle(SETTINGS);
});

test("its owner's devices are shown every state of a deposit, and nothing that operators note for each other", async () => {
  const rowOf = (id: number) => app.database.collection("deposits").findOne({ uid: String(id), userId: ana.user.id });
  const { id } = (await declare(ana, "2", "ROWS1")).body;
  const declared = await rowOf(id);
  expect(declared).toMatchObject({
    depositId: id,
    status: "pending",
    recipient: "$astrolabe",
    estimatedXlm: "17.0000000",
    xlmRate: null,
    hash: "",
  });
  const otherRate = { rate: "other", xlmRate: "8.7", reason: "agreed by phone" };
  await decide(operator, id, "approve", otherRate);
  await reaches(ana, id, "credited");
  const credited = await rowOf(id);
  expect(credited).toMatchObject({ status: "credited", xlmRate: "8.7", xlmCredited: "17.4000000", reason: "" });
  expect(credited?.["revision"]).toBeGreaterThan(declared?.["revision"]);
  const payment = await app.database.collection("transactions").findOne({ hash: credited?.["hash"] });
  expect(payment).toMatchObject({ type: "receive", amount: "17.4000000" });
  expect(JSON.stringify((await call(ana, "GET", "/api/deposits")).body)).not.toContain("by phone");
});

test("deposits from before get their rows, once however often it is done", async () => {
  const rows = app.database.collection("deposits");
  const underWay = { status: { $in: ["approved", "crediting"] } };
  await eventually(async () => (await rows.countDocuments(underWay)) === 0, 20_000);
  const before = await rows.find({}, { projection: { _id: 0, id: 0, revision: 0 }, sort: { uid: 1 } }).toArray();
  await rows.deleteMany({ uid: before[0]?.["uid"] });
  for (let run = 0; run < 2; run += 1) await depositRows.run(app.database, new Date());
  const after = await rows.find({}, { projection: { _id: 0, id: 0, revision: 0 }, sort: { uid: 1 } }).toArray();
  expect(after).toEqual(before);
});

test("a rejected deposit says why and stays rejected", async () => {
  const { id } = (await declare(ben, "12", "NEVER1")).body;
  expect((await decide(operator, id, "reject", { reason: "No such payment arrived." })).body.status).toBe("rejected");
  expect((await decide(other, id, "approve", CURRENT)).body.code).toBe("deposit-not-waiting");
  expect((await call(ben, "GET", "/api/deposits")).body.deposits[0].notes).toBe("No such payment arrived.");
  const row = await app.database.collection("deposits").findOne({ uid: String(id) });
  expect(row).toMatchObject({ status: "rejected", reason: "No such payment arrived.", xlmCredited: null });
});

test("what the treasury cannot pay waits, tells operators, and is paid once it can", async () => {
  const treasury = await houseAccount(app.database, "treasury", null);
  const { id } = (await declare(ben, "499", "DRY1")).body;
  const change = { $set: { balance: "20000000" } };
  await accountCollection(app.database).updateOne({ _id: treasury?._id ?? "" }, change);
  await decide(operator, id, "approve", CURRENT);
  await eventually(() =>
    app.database.collection("system_issues").findOne({ checkId: "treasury-low", status: "active" }),
  );
  expect((await call(ben, "GET", "/api/deposits")).body.deposits[0].status).toBe("approved");
  const back = { $set: { balance: treasury?.balance ?? "" } };
  await accountCollection(app.database).updateOne({ _id: treasury?._id ?? "" }, back);
  await reaches(ben, id, "credited");
  expect(await app.database.collection("system_issues").findOne({ checkId: "treasury-low", status: "active" })).toBe(
    null,
  );
});

test("one whose payment failed for good is credited again when an operator says so", async () => {
  const { id } = (await declare(ben, "1", "AGAIN1")).body;
  await decide(operator, id, "approve", CURRENT);
  await reaches(ben, id, "credited");
  expect((await decide(operator, id, "retry")).body.code).toBe("deposit-not-waiting");
  await setDeposit(app.database, id, { status: "failed" });
  const paid = await app.database.collection("cash_app_deposits").findOne({ id });
  // Whatever the deposit says: while a ledger holds its payment, it is not paid once more.
  expect((await decide(operator, id, "retry")).body.code).toBe("deposit-paid");
  await submissionCollection(app.database).updateOne({ id: paid?.["submissionId"] }, { $set: { state: "failed" } });
  const before = await balanceOf(ben);
  expect((await decide(operator, id, "retry")).status).toBe(200);
  await reaches(ben, id, "credited");
  await eventually(async () => (await balanceOf(ben)) === before + 85_000_000n);
  expect((await decide(operator, 99_999, "retry")).body.code).toBe("deposit-unknown");
});

test("nobody fills the queue: so many of one person wait at once, and operators read on after a page", async () => {
  const eve = await funded();
  const ids: number[] = [];
  for (let number = 1; number <= 10; number += 1) ids.push((await declare(eve, "0.01", `FAKE${number}`)).body.id);
  const eleventh = await declare(eve, "0.01", "FAKE11");
  expect(eleventh).toMatchObject({ status: 409, body: { code: "deposits-waiting" } });
  expect(eleventh.body.message).toContain("10 deposits of yours");
  // What was declared before is answered as ever.
  expect((await declare(eve, "0.01", "FAKE10")).body.id).toBe(ids[9]);
  const rest = (await call(operator, "GET", `/api/admin/deposits?after=${ids[7]}`)).body.deposits;
  expect(rest.map(({ id }: { id: number }) => id)).toEqual(ids.slice(8));
  await decide(operator, ids[0] ?? 0, "reject", { reason: "nothing arrived" });
  expect((await declare(eve, "0.01", "FAKE12")).status).toBe(201);
  const deposits = app.database.collection("cash_app_deposits");
  await deposits.updateMany({ userId: eve.user.id }, { $set: { status: "rejected" } });
  const answers: string[] = [];
  for (let number = 13; number <= 33; number += 1) {
    answers.push((await declare(eve, "0.01", `FAKE${number}`)).body.code ?? "declared");
    await deposits.updateMany({ userId: eve.user.id }, { $set: { status: "rejected" } });
  }
  expect(answers.slice(-2)).toEqual(["rate-limited", "rate-limited"]);
  expect(answers.filter((answer) => answer === "declared").length).toBeGreaterThan(10);
});

test("who sets how deposits are taken, and what is asked of payments, is on record", async () => {
  await call(other, "PUT", "/api/admin/deposit-settings", { settings: { ...SETTINGS, minAmount: "0.01" } });
  const policy = { isKycRequired: false, coolOffHours: 12, dailyLimit: "5000", approveAbove: null };
  const weaker = await call(operator, "PUT", "/api/admin/policy", policy);
  expect(weaker.body.proposal).toMatchObject({ why: "It asks less than before.", content: { policy } });
  const stricter = { ...policy, coolOffHours: 36 };
  expect((await call(operator, "PUT", "/api/admin/policy", stricter)).status).toBe(200);
  const { actions } = (await call(operator, "GET", "/api/admin/operator-actions")).body;
  expect(actions.slice(0, 3)).toMatchObject([
    { operatorId: operator.user.id, action: "set-policy", userId: null, details: expect.stringContaining("36 hours") },
    { operatorId: operator.user.id, action: "propose", userId: null, details: expect.stringContaining("12 hours") },
    { operatorId: other.user.id, action: "set-deposits", details: expect.stringContaining("to $astrolabe, 8.5 XLM") },
  ]);
});

test("what one of two operators had approved before proposals is decided anew, once however often it is done", async () => {
  const { id } = (await declare(ben, "3", "HALF1")).body;
  const deposits = app.database.collection("cash_app_deposits");
  const half = { approvals: [{ by: operator.user.id, at: new Date() }], xlmRate: "4000", xlmCredited: "12000" };
  await deposits.updateOne({ id }, { $set: half });
  const others = await deposits.find({ id: { $ne: id } }).toArray();
  for (let run = 0; run < 2; run += 1) await approvedAnew.run(app.database, new Date());
  expect(await deposits.findOne({ id })).toMatchObject({ approvals: [], xlmRate: null, xlmCredited: null });
  expect(await deposits.find({ id: { $ne: id } }).toArray()).toEqual(others);
  expect((await decide(other, id, "approve", CURRENT)).body).toMatchObject({ xlmRate: "8.5" });
});

test.each([
  [{ amount: "0", cashAppUsername: "$maria", cashAppTransactionId: "ZERO1" }, "amount-not-positive"],
  [{ amount: "-1", cashAppUsername: "$maria", cashAppTransactionId: "NEG1" }, "input-invalid"],
  [{ amount: "1", cashAppUsername: "no tag!", cashAppTransactionId: "TAG1" }, "input-invalid"],
  [{ amount: "1", cashAppUsername: "$maria", cashAppTransactionId: "x" }, "input-invalid"],
  [{ amount: "1", cashAppUsername: "$maria", cashAppTransactionId: { $gt: "" } }, "input-invalid"],
])("%j is refused as %s", async (body, code) => {
  expect((await call(ana, "POST", "/api/deposits", body)).body.code).toBe(code);
});
