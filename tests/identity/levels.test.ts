import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { OperatorPolicy } from "#schemas/security.ts";
import { aCheck } from "#server/kyc/check.fixture.ts";
import { tellNoReviewer } from "#server/kyc/watch-reviewers.ts";
import { tellNext } from "#server/security/announce-identity.ts";
import { openFiles, openSecrets } from "#server/platform/vault/open-vault.ts";
import { setIdentity } from "#server/users/index.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "../support/app.ts";
import { aUser, type TestUser } from "../support/builders.ts";
import { aConfirmedAdmin, askAs, askTwo } from "../support/operators.ts";
import { anOutsider } from "../support/outsider.ts";

const NONE = { kind: "none" };
const ALWAYS = { kind: "always" };
const above = (perDay: string) => ({ kind: "above", perDay });
const OPEN = { send: NONE, swap: NONE, trade: NONE, withdraw: NONE };
const POLICY = v.parse(OperatorPolicy, {});
const WHY = { reason: "as the law says", typed: "LOCK OUT" };
let app: TestApp;
let finance: TestUser;
let second: TestUser;
let ana: TestUser;
let ben: TestUser;
let reviewer: TestUser;
let made = 0;

beforeAll(async () => {
  app = await startTestApp();
  [finance, second] = [await aConfirmedAdmin(app, ["finance"]), await aConfirmedAdmin(app, ["finance"])];
  [ana, ben] = [await aUser(app), await aUser(app)];
  for (const person of [ana, ben])
    await eventually(async () => (await askAs(app, person, "GET", "/api/wallet")).body.balances[0] !== undefined);
}, 60_000);
afterAll(() => app.stop());

function set(fields: object) {
  return askTwo(app, finance, second, ["PUT", "/api/admin/policy", { ...POLICY, ...fields, ...WHY }]);
}

function pay(to: string, amount: string) {
  made += 1;
  const payment = {
    to,
    amount,
    assetCode: "XLM",
    password: ana.password,
    idempotencyKey: `levels-key-${made}-0000000`,
  };
  return askAs(app, ana, "POST", "/api/wallet/send", payment);
}

const outside = () => Keypair.random().publicKey();
const codeOf = ({ status, body }: Awaited<ReturnType<typeof pay>>) => (status < 300 ? "sent" : body.code);

test("identity is not asked for while nobody may look at one", async () => {
  const refused = await set({ isKycRequired: true, kycLevels: OPEN });
  expect(refused.body).toMatchObject({ code: "reviewer-missing" });
  const frozen = await aConfirmedAdmin(app, ["reviewer"]);
  await askAs(app, frozen, "POST", "/api/security/freeze", {});
  expect((await set({ isKycRequired: true, kycLevels: OPEN })).body.code).toBe("reviewer-missing");
  expect((await askAs(app, finance, "GET", "/api/admin/policy")).body.isKycRequired).toBe(false);
  reviewer = await aConfirmedAdmin(app, ["reviewer"]);
  expect((await set({ isKycRequired: true, kycLevels: OPEN })).status).toBe(200);
});

test("while it is asked for, operators are told where everybody who may decide is frozen", async () => {
  const issue = () => app.database.collection("system_issues").findOne({ checkId: "identity-reviewers" });
  await tellNoReviewer(app.runtime);
  expect(await issue()).toBe(null);
  // No reviewer is left whose role is taken away, but whoever takes it away may decide.
  const boss = await aConfirmedAdmin(app);
  const remove = `/api/admin/operators/${reviewer.user.id}/remove`;
  expect((await askAs(app, boss, "POST", remove, { reason: WHY.reason })).status).toBe(200);
  await tellNoReviewer(app.runtime);
  expect(await issue()).toBe(null);
  await askAs(app, boss, "POST", "/api/security/freeze", {});
  await tellNoReviewer(app.runtime);
  expect(await issue()).toMatchObject({ status: "active", severity: "error" });
  await aConfirmedAdmin(app, ["reviewer"]);
  await tellNoReviewer(app.runtime);
  expect(await issue()).toMatchObject({ status: "resolved" });
});

test("each level holds for its own operation, and for who has not shown their identity", async () => {
  const user = ben.user.uniqueUserId;
  await set({ isKycRequired: true, kycLevels: { ...OPEN, withdraw: ALWAYS } });
  expect(codeOf(await pay(outside(), "2"))).toBe("kyc-required");
  expect(codeOf(await pay(user, "2"))).toBe("sent");
  await set({ isKycRequired: true, kycLevels: { ...OPEN, send: ALWAYS } });
  expect(codeOf(await pay(user, "2"))).toBe("kyc-required");
  expect(codeOf(await pay(outside(), "2"))).toBe("sent");
  await set({ isKycRequired: true, kycLevels: { ...OPEN, send: above("1.9999999") } });
  expect(codeOf(await pay(user, "2"))).toBe("kyc-required-above");
  await set({ isKycRequired: true, kycLevels: { ...OPEN, trade: ALWAYS, swap: ALWAYS } });
  expect(codeOf(await pay(user, "1"))).toBe("sent");
});

test("swaps, orders and shares of pools are held to their own levels, as payments are to theirs", async () => {
  const usd = `USD-${(await anOutsider(app.stellar)).address}`;
  const confirmed = (terms: object) => {
    made += 1;
    const agreed = { networkFee: "0.1", operatorFees: [] };
    return { ...terms, agreed, idempotencyKey: `levels-key-${made}-0000000`, password: ana.password };
  };
  const acts = {
    swap: [
      "/api/trading/swaps",
      { direction: "send", send: "XLM", receive: usd, sendAmount: "4", receiveAmount: "1", path: [] },
    ],
    order: [
      "/api/trading/orders",
      { kind: "limit", side: "sell", base: "XLM", quote: usd, amount: "4", price: "0.25" },
    ],
    deposit: [
      "/api/trading/pools/deposit",
      { assetA: "XLM", assetB: usd, maxA: "4", maxB: "1", minPrice: "1", maxPrice: "9" },
    ],
  } as const;
  const codes = async () => {
    const told: Record<string, string> = {};
    for (const [name, [url, terms]] of Object.entries(acts))
      told[name] = (await askAs(app, ana, "POST", url, confirmed({ [name]: terms }))).body.code ?? "taken";
    return told;
  };
  await askAs(app, ana, "POST", "/api/confirm-identity", { password: ana.password });
  const other = expect.not.stringMatching(/^kyc/);
  await set({ isKycRequired: true, kycLevels: { ...OPEN, swap: ALWAYS } });
  expect(await codes()).toEqual({ swap: "kyc-required", order: other, deposit: other });
  await set({ isKycRequired: true, kycLevels: { ...OPEN, trade: ALWAYS } });
  expect(await codes()).toEqual({ swap: other, order: "kyc-required", deposit: "kyc-required" });
  const little = above("0.0000001");
  await set({ isKycRequired: true, kycLevels: { ...OPEN, swap: little } });
  expect(await codes()).toMatchObject({ swap: "kyc-required-above", order: other });
  await set({ isKycRequired: true, kycLevels: { ...OPEN, trade: little } });
  expect(await codes()).toMatchObject({ swap: other, order: "kyc-required-above" });
});

test("about who holds more than operators set two of them decide, and one about anybody else", async () => {
  const [rita, otto] = [await aConfirmedAdmin(app, ["reviewer"]), await aConfirmedAdmin(app, ["reviewer"])];
  const deps = { runtime: app.runtime, files: openFiles(app.runtime), secrets: openSecrets(app.runtime) };
  const { id } = await aCheck(deps, { userId: ana.user.id });
  const needed = async (identitySecondAbove: string | null) => {
    await set({ identitySecondAbove });
    return (await askAs(app, rita, "GET", `/api/admin/kyc/${id}`)).body.needsSecond;
  };
  const [two, one] = [
    { approve: true, reject: true },
    { approve: false, reject: false },
  ];
  expect([await needed(null), await needed("1000000000"), await needed("1")]).toEqual([one, one, two]);
  const decision = { version: 1, reason: "as the document says" };
  const { proposal } = (await askAs(app, rita, "POST", `/api/admin/kyc/${id}/approve`, decision)).body;
  expect(proposal.why).toMatch(/^The account holds more than 1 (XLM|USD)\.$/);
  const yes = { digest: proposal.digest, reason: "the same to me" };
  const agree = (by: TestUser) => askAs(app, by, "POST", `/api/admin/proposals/${proposal.id}/approve`, yes);
  expect((await agree(rita)).status).toBe(403);
  expect((await agree(otto)).body.state).toBe("done");
  await app.database.transaction((session) => setIdentity(app.runtime, session, ana.user.id, "pending"));
});

test("split however it is, no more than the amount goes out in a day; what went out before the level counts", async () => {
  await set({ isKycRequired: true, kycLevels: { ...OPEN, withdraw: above("10") } });
  // Two went out in the test before.
  expect(codeOf(await pay(outside(), "8.0000001"))).toBe("kyc-required-above");
  expect(codeOf(await pay(outside(), "5"))).toBe("sent");
  const refused = await pay(outside(), "4");
  expect(refused.body.message).toMatch(
    /at most 10 (XLM|USD) may go out within 24 hours, of which 3 (XLM|USD) are left/,
  );
  expect(codeOf(await pay(outside(), "3"))).toBe("sent");
  expect(codeOf(await pay(outside(), "1"))).toBe("kyc-required-above");
  expect(codeOf(await pay(ben.user.uniqueUserId, "30"))).toBe("sent");
  await app.database.transaction((session) => setIdentity(app.runtime, session, ana.user.id, "approved"));
  expect(codeOf(await pay(outside(), "20"))).toBe("sent");
  await app.database.transaction((session) => setIdentity(app.runtime, session, ana.user.id, "pending"));
  const noted = await submissionCollection(app.database)
    .find({ userId: ana.user.id, turnover: { $exists: true } })
    .toArray();
  expect(noted.map(({ turnover }) => turnover?.operation)).toContain("withdraw");
});

test("before its date nothing is asked, people are told of it, and again when it is changed", async () => {
  const from = new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString();
  await set({ isKycRequired: true, kycLevels: { ...OPEN, withdraw: ALWAYS }, kycFrom: from });
  expect(codeOf(await pay(outside(), "1"))).toBe("sent");
  const told = (cause: string) =>
    app.database
      .collection("notifications")
      .countDocuments({ userId: ana.user.id, kind: "identity-wanted", detail: { $regex: cause } });
  const begins = String(Date.parse(from));
  await eventually(async () => (await told(begins)) === 1);
  // Who asks again finds nobody left to tell.
  expect(await tellNext(app.runtime)).toBe(false);
  expect(await told(begins)).toBe(1);
  await set({ isKycRequired: true, kycLevels: OPEN, kycFrom: from });
  await eventually(async () => (await told(begins)) === 2);
});

test("the dry run says what a level would have refused", async () => {
  const draft = { ...POLICY, isKycRequired: true, kycLevels: { ...OPEN, send: above("31") } };
  const url = `/api/admin/policy/trial?draft=${encodeURIComponent(JSON.stringify(draft))}`;
  const { body } = await askAs(app, finance, "GET", url);
  expect(body, JSON.stringify(body)).toMatchObject({
    refused: { byCode: { "kyc-required-above": 1 } },
    locksOut: null,
  });
});
