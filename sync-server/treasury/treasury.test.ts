import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { MOVEMENTS_PAGE } from "#schemas/treasury.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { houseMovementCollection } from "#server/platform/ingest/house-movements.ts";
import { suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { setDeposit } from "#tests/support/seals.ts";

const UNIT = 10_000_000n;
const WHY = { reason: "for the month" };
const XLM = { assetCode: "XLM", issuer: "" };
let app: TestApp;
let finance: TestUser;
let other: TestUser;
let ana: TestUser;
let made = 0;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 2 } });
  [finance, other] = [await aConfirmedAdmin(app, ["finance"]), await aConfirmedAdmin(app, ["finance"])];
  ana = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }), 30_000);
  await eventually(async () => {
    const ours = await accountCollection(app.database).countDocuments({ role: { $ne: "wallet" }, exists: true });
    return ours >= 9;
  }, 60_000);
}, 120_000);
afterAll(() => app.stop());

async function treasury() {
  const { status, body } = await askAs(app, finance, "GET", ENDPOINTS.treasury.path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function accountOf(purpose: string) {
  return (await treasury()).accounts.find((account: { purpose: string }) => account.purpose === purpose);
}

function movements(account: string, before?: number) {
  const query = `account=${account}${before === undefined ? "" : `&before=${before}`}`;
  return askAs(app, finance, "GET", `${ENDPOINTS.houseMovements.path}?${query}`).then(({ body }) => body);
}

function aTransfer(fields: object = {}) {
  made += 1;
  const idempotencyKey = `transfer-${String(made).padStart(12, "0")}`;
  return { from: "treasury", to: "rewards", ...XLM, amount: "12.5", idempotencyKey, ...WHY, ...fields };
}

function move(body: object, by = finance) {
  return askAs(app, by, "POST", ENDPOINTS.moveHouseMoney.path, body);
}

function approve({ id, digest }: { readonly id: number; readonly digest: string }, by = other) {
  return askAs(app, by, "POST", `/api/admin/proposals/${id}/approve`, { digest, ...WHY });
}

async function balanceOf(purpose: "treasury" | "rewards" | "sponsor"): Promise<bigint> {
  const address = (await houseAccounts(app.database)).get(purpose) ?? "";
  return BigInt((await accountCollection(app.database).findOne({ _id: address }))?.balance ?? "0");
}

function isDone(key: string): Promise<unknown> {
  return eventually(
    () => submissionCollection(app.database).findOne({ idempotencyKey: `transfer-${key}`, state: "confirmed" }),
    30_000,
  );
}

test("what the house has stands beside the ledger, account by account", async () => {
  const { accounts, ledger, topUpMemo } = await eventually(async () => {
    const told = await treasury();
    const agree = told.accounts.every((each: { assets: { agrees: boolean }[] }) => each.assets.every((a) => a.agrees));
    return agree && told;
  });
  expect(ledger).toBeGreaterThan(0);
  expect(topUpMemo).toBe("top-up");
  expect(accounts.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
    "treasury",
    "rewards",
    "fees",
    "sponsor",
    "suspense",
    "staking",
    "staking-rewards",
  ]);
  for (const { assets } of accounts) {
    expect(assets).toHaveLength(1);
    expect(assets[0]).toMatchObject({ ...XLM, owed: "0.0000000", agrees: true });
    expect(assets[0].ledger).toBe(assets[0].recorded);
  }
  // As the overview has it, by the same reckoning.
  const { body } = await askAs(app, finance, "GET", ENDPOINTS.overview.path);
  for (const { purpose, address, spent, daysLeft } of body.house.accounts)
    expect(accounts.find((each: { purpose: string }) => each.purpose === purpose)).toMatchObject({
      address,
      spent,
      daysLeft,
    });
});

test("where the ledger has something else, it says so", async () => {
  const address = (await houseAccounts(app.database)).get("fees") ?? "";
  const { balance = "0" } = (await accountCollection(app.database).findOne({ _id: address })) ?? {};
  const set = (to: string) => accountCollection(app.database).updateOne({ _id: address }, { $set: { balance: to } });
  await set(String(BigInt(balance) + 1n));
  expect((await accountOf("fees")).assets[0].agrees).toBe(false);
  await set(balance);
  expect((await accountOf("fees")).assets[0].agrees).toBe(true);
});

test("money goes from account to account on two operators' word, once, and both accounts tell of it", async () => {
  const body = aTransfer();
  const before = await balanceOf("rewards");
  const asked = await move(body);
  expect(asked.body.proposal, JSON.stringify(asked.body)).toMatchObject({
    content: { kind: "move-house-money", from: "treasury", to: "rewards", amount: "12.5" },
  });
  expect((await move(body)).body.code).toBe("proposal-open");
  expect((await approve(asked.body.proposal, finance)).body.code).toBe("proposal-own");
  const decisions = await Promise.all([approve(asked.body.proposal), approve(asked.body.proposal)]);
  expect(decisions.filter(({ status }) => status < 300)).toHaveLength(1);
  await isDone(body.idempotencyKey);
  await eventually(async () => (await balanceOf("rewards")) === before + (125n * UNIT) / 10n, 30_000);
  // Whoever lost the answer asks again, and gets the same payment.
  const again = await move(body);
  expect(again.body).toMatchObject({ submissionId: expect.any(Number), state: "confirmed" });
  expect((await move({ ...body, amount: "13" })).body.code).toBe("idempotency-key-reused");
  expect((await move({ ...body, to: "sponsor" })).body.code).toBe("idempotency-key-reused");
  expect(await balanceOf("rewards")).toBe(before + (125n * UNIT) / 10n);
  const [out] = (await movements("treasury")).movements;
  const [into] = (await movements("rewards")).movements;
  expect(out).toMatchObject({ type: "send", isIncoming: false, amount: "12.5000000", status: "confirmed" });
  expect(into).toMatchObject({ type: "receive", isIncoming: true, amount: "12.5000000", hash: out.hash });
  // It is no payment of a stranger.
  expect(await suspenseCollection(app.database).countDocuments()).toBe(0);
}, 60_000);

test("a decision that somebody sets back in the database pays nothing again", async () => {
  const body = aTransfer({ amount: "3" });
  const { proposal } = (await move(body)).body;
  const stored = await app.database.collection("proposals").findOne({ id: proposal.id });
  await approve(proposal);
  await isDone(body.idempotencyKey);
  // The row is written with the balance, in one transaction.
  await eventually(async () => (await movements("rewards")).movements[0].amount === "3.0000000", 30_000);
  const after = await balanceOf("rewards");
  await submissionCollection(app.database).deleteOne({ idempotencyKey: `transfer-${body.idempotencyKey}` });
  if (stored) await app.database.collection("proposals").replaceOne({ id: proposal.id }, stored);
  expect((await approve(proposal)).status).toBe(200);
  const key = `transfer-${body.idempotencyKey}`;
  const { id } = (await submissionCollection(app.database).findOne({ idempotencyKey: key })) ?? {};
  // The audit chain has what was signed for it, and the ledger holds that: it is said, and never signed anew.
  await eventually(
    () => app.database.collection("system_issues").findOne({ title: { $regex: `submission ${id}\\b` } }),
    30_000,
  );
  expect(await submissionCollection(app.database).findOne({ idempotencyKey: key })).toMatchObject({ attempt: null });
  expect(await balanceOf("rewards")).toBe(after);
  await submissionCollection(app.database).deleteOne({ idempotencyKey: key });
}, 90_000);

test("as a super sets it, one operator brings fees into the treasury, and two do all else", async () => {
  const root = await aConfirmedAdmin(app);
  const second = await aConfirmedAdmin(app);
  const path = ENDPOINTS.setFourEyes.path;
  const set = await askAs(app, root, "PUT", path, { settings: { "move-house-money": "by-rule" }, ...WHY });
  expect((await approve(set.body.proposal, second)).status).toBe(200);
  const body = aTransfer({ from: "fees", to: "treasury", amount: "2" });
  const answers = await Promise.all([move(body), move(body)]);
  for (const { status, body: answer } of answers) expect([status, answer.state], JSON.stringify(answer)).toContain(200);
  expect(answers[0]?.body.submissionId).toBe(answers[1]?.body.submissionId);
  await isDone(body.idempotencyKey);
  expect((await move(aTransfer())).body.proposal.why).toContain("pays for people");
  expect((await move(aTransfer({ from: "sponsor", to: "treasury", amount: "1" }))).body.proposal).toBeTruthy();
  const back = await askAs(app, root, "PUT", path, { settings: {}, ...WHY });
  expect(back.status).toBe(200);
}, 60_000);

test("what cannot be is refused in one sentence, and nothing is half-done", async () => {
  const refusal = async (fields: object) => (await move(aTransfer(fields))).body;
  expect((await refusal({ amount: "0" })).code).toBe("amount-not-positive");
  expect((await refusal({ amount: "-1" })).code).toBe("input-invalid");
  expect((await refusal({ to: "treasury" })).code).toBe("input-invalid");
  expect((await refusal({ to: "mine" })).code).toBe("input-invalid");
  expect((await refusal({ amount: "900000000" })).code).toBe("balance-too-low");
  const USD = { assetCode: "USD", issuer: Keypair.random().publicKey() };
  expect((await refusal(USD)).code).toBe("balance-too-low");
  const unnamed = { issues: [{ path: "assetCode", message: "Name an asset as XLM or CODE-ISSUER" }] };
  for (const asset of [
    { assetCode: "USD", issuer: "" },
    { assetCode: "XLM", issuer: USD.issuer },
    { ...USD, issuer: "G" },
  ])
    expect(await refusal(asset), JSON.stringify(asset)).toMatchObject(unnamed);
  const unasked = await askAs(app, await aConfirmedAdmin(app, ["support"]), "POST", ENDPOINTS.moveHouseMoney.path, {});
  expect(unasked.body.code).toBe("role-required");
  const proposals = await app.database.collection("proposals").countDocuments({ "content.amount": "900000000" });
  expect(proposals).toBe(0);
});

test("what is owed to people stays where it is", async () => {
  const settings = { recipient: "$astrolabe", xlmRate: "8", secondAbove: null };
  const set = await askAs(app, finance, "PUT", "/api/admin/deposit-settings", { settings, ...WHY });
  expect((await approve(set.body.proposal)).status).toBe(200);
  const declared = await askAs(app, ana, "POST", "/api/deposits", {
    amount: "1",
    cashAppUsername: "$ana",
    cashAppTransactionId: "OWED1",
  });
  const { spendable } = (await accountOf("treasury")).assets[0];
  // More than there is: it waits until the treasury has it.
  await setDeposit(app.database, declared.body.id, {
    status: "approved",
    xlmRate: "8",
    xlmCredited: "999000000.0000000",
    isAccepted: true,
  });
  expect((await accountOf("treasury")).assets[0]).toMatchObject({ spendable, owed: "999000000.0000000" });
  expect((await move(aTransfer({ amount: "1" }))).body).toMatchObject({
    code: "house-money-owed",
    message: expect.stringContaining("Only 0 XLM"),
  });
  await setDeposit(app.database, declared.body.id, { status: "rejected" });
});

test("movements come in pages, each once, whatever comes meanwhile", async () => {
  const account = (await houseAccounts(app.database)).get("sponsor") ?? "";
  const row = (index: number) => ({
    id: 1_000_000 + index,
    account,
    operationId: `planted-${index}`,
    type: "receive" as const,
    isIncoming: true,
    ...XLM,
    amount: "1",
    fee: "0",
    from: "",
    to: account,
    memo: "",
    status: "confirmed" as const,
    hash: "",
    ledger: 1,
    at: new Date(),
  });
  const rows = houseMovementCollection(app.database);
  await rows.insertMany(Array.from({ length: 2 * MOVEMENTS_PAGE }, (_, index) => row(index)));
  const seen: number[] = [];
  let next: number | null | undefined = undefined;
  do {
    const page: { movements: { id: number }[]; next: number | null } = await movements("sponsor", next);
    if (seen.length === 0) await rows.insertOne(row(5000));
    seen.push(...page.movements.map(({ id }) => id));
    next = page.next;
  } while (next !== null);
  expect(seen).toEqual([...new Set(seen)].toSorted((one, another) => another - one));
  expect(seen.length).toBeGreaterThanOrEqual(2 * MOVEMENTS_PAGE);
  await rows.deleteMany({ id: { $gte: 1_000_000 } });
});

test("a deposit beyond the day's budget waits, is told of, and is paid once when there is room", async () => {
  const set = (daily: string | null, former: string | null, more: object = {}) =>
    askAs(app, finance, "PUT", ENDPOINTS.setHouseBudget.path, {
      purpose: "treasury",
      ...XLM,
      daily,
      former,
      ...WHY,
      ...more,
    });
  const first = await set("1000000", null);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  const used = BigInt(first.body.budgets[0].used.replace(".", ""));
  expect((await set("5", null)).body.code).toBe("house-budget-changed");
  expect((await set("-5", "1000000")).body.code).toBe("input-invalid");
  const USD = { assetCode: "USD", issuer: Keypair.random().publicKey() };
  expect((await set("5", null, USD)).body.code).toBe("house-asset-unknown");
  expect((await set("5", null, { assetCode: "USD" })).body.code).toBe("house-asset-unknown");
  // Room for one of two deposits, on one operator's word: it is less.
  const little = formatAmount(used + 10n * UNIT);
  expect((await set(little, "1000000")).body.budgets).toEqual([
    { ...XLM, daily: little, used: first.body.budgets[0].used },
  ]);
  for (const cashAppTransactionId of ["BUDGET1", "BUDGET2"]) {
    const declaration = { amount: "1", cashAppUsername: "$ana", cashAppTransactionId };
    const { body } = await askAs(app, ana, "POST", "/api/deposits", declaration);
    const credited = { status: "approved", xlmRate: "8", xlmCredited: "8.0000000", isAccepted: true } as const;
    await setDeposit(app.database, body.id, credited);
  }
  const issues = app.database.collection("system_issues");
  // What waited for more than there is, and was rejected, may not have been looked at since.
  const description = /house-budget-used.*left\W+2\D/;
  await eventually(() => issues.findOne({ checkId: "treasury-low", status: "active", description }), 30_000);
  const paid = () => submissionCollection(app.database).find({ kind: "deposit" }).toArray();
  expect(await paid()).toHaveLength(1);
  expect((await move(aTransfer({ amount: "2.0000001" }))).body.code).toBe("house-budget-used");

  const more = await set(null, little);
  expect(more.body.proposal).toMatchObject({
    why: "More of it could be paid out in a day.",
    content: { kind: "set-house-budget", daily: null, former: little },
  });
  // Less holds at once, whatever waits, and what waits was proposed of something else.
  const less = formatAmount(used + 9n * UNIT);
  expect((await set(less, little)).status).toBe(200);
  expect((await approve(more.body.proposal)).body.code).toBe("proposal-outdated");
  expect(await paid()).toHaveLength(1);
  expect((await approve((await set(null, less)).body.proposal)).status).toBe(200);
  expect((await accountOf("treasury")).budgets).toEqual([]);
  await eventually(async () => (await paid()).filter(({ state }) => state === "confirmed").length === 2, 30_000);
  await eventually(() => issues.findOne({ checkId: "treasury-low", status: "resolved" }), 30_000);
  expect(await paid()).toHaveLength(2);
}, 120_000);
