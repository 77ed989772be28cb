import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { declareDeposit } from "#server/deposits/declare-deposit.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askTwo } from "#tests/support/operators.ts";
import { Life, type Moment, mortalDatabase } from "./mortal.ts";
import { confirmSessions, takeDeposits } from "#tests/support/seals.ts";
import { withReason } from "#tests/support/reasons.ts";

const POLICY = { isKycRequired: false, coolOffHours: 0, dailyLimit: null, approveAbove: null, weakeningHours: 0 };
/** When it begins, when it has looked, and when it has written. */
const DECISIVE = ["a transaction", "insertOne in cash_app_deposits", "a commit"];
const isDecisive = ({ when, what }: Moment) => when === "before" && DECISIVE.includes(what);
let app: TestApp;
let operator: TestUser;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 1 } });
  operator = await anAdmin(app);
  await confirm(operator);
  const settings = { recipient: "$astrolabe", xlmRate: "8", secondAbove: null };
  await agree("/api/admin/deposit-settings", { settings });
  await agree("/api/admin/policy", POLICY);
}, 60_000);
afterAll(() => app.stop());

async function call({ cookie }: TestUser, method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...withReason(method, url, payload) });
  return { status: response.statusCode, body: response.json() };
}

async function good(...parameters: Parameters<typeof call>) {
  const { status, body } = await call(...parameters);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** Sets it as two operators agree. */
async function agree(url: string, payload: object): Promise<void> {
  const { status, body } = await askTwo(app, operator, await aConfirmedAdmin(app), ["PUT", url, payload]);
  expect(status, JSON.stringify(body)).toBe(200);
}

function confirm(user: TestUser): Promise<unknown> {
  return good(user, "POST", "/api/confirm-identity", { password: user.password });
}

/** Somebody with money, without limits, in a confirmed session. */
async function funded(): Promise<TestUser> {
  const user = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: user.user.id, exists: true }), 30_000);
  await confirm(user);
  const limits = { transactionLimit: "100000", dailyLimit: null, requirePasswordForSend: false };
  await good(user, "PUT", "/api/security/limits", limits);
  return user;
}

/** The ledger's own word on what the account of a user holds, in stroops; null where it has none. */
async function onLedger({ user }: TestUser): Promise<string | null> {
  const response = await fetch(`${app.stellar.horizonUrl}/accounts/${user.walletAddress}`);
  if (response.status === 404) return null;
  const { balances } = (await response.json()) as { readonly balances: readonly { readonly balance: string }[] };
  return balances[0]?.balance ?? null;
}

test("of a deposit that is declared while an empty account closes one happens, whichever is quicker at any moment", async () => {
  const empty = await startTestApp({ hasFriendbot: false });
  try {
    const deposit = { amount: "1", cashAppUsername: "$maria" };
    const settings = {
      recipient: "$astrolabe",
      xlmRate: "8",
      minAmount: null,
      maxAmount: null,
      secondAbove: null,
      rateTolerance: "3",
    };
    await takeDeposits(empty.database, settings);
    const outcomes = new Set<string>();
    for (let at = 1, isMet = true; isMet; at += 1) {
      const { user, cookie } = await aUser(empty);
      const headers = { cookie };
      const confirmedUntil = new Date(empty.clock.now().getTime() + 60_000);
      await confirmSessions(empty.database, user.id, confirmedUntil);
      const life = new Life({ kind: "stands still", at, counts: isDecisive });
      const runtime = { ...empty.runtime, database: mortalDatabase(empty.database, life) };
      const declaring = declareDeposit(runtime, user.id, {
        ...deposit,
        methodName: "cashapp",
        cashAppTransactionId: `RACE${at}`,
      }).then(
        () => "declared",
        (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
      );
      await Promise.race([declaring, life.stood]);
      const closing = empty.server.inject({ method: "POST", url: "/api/account/close", headers, payload: {} });
      // It is done at once, or waits for whoever stands still within a transaction.
      const isHeldUp = life.metAt !== null && life.metAt !== "before a transaction";
      if (isHeldUp) await Promise.race([closing, new Promise((resolve) => void setTimeout(resolve, 50))]);
      else await closing;
      life.wake();
      const said = await declaring;
      const closed: { readonly state?: string; readonly code?: string } = (await closing).json();
      isMet = life.metAt !== null;
      const stored = await empty.database.collection("cash_app_deposits").countDocuments({ userId: user.id });
      const isClosed = (await empty.database.collection("users").findOne({ id: user.id }))?.["closedAt"] != null;
      const where = `${life.metAt}: ${said}, ${JSON.stringify(closed)}`;
      expect(stored, where).toBe(said === "declared" ? 1 : 0);
      expect(isClosed, where).toBe(said !== "declared");
      expect([closed.state, said], where).toEqual(isClosed ? ["closed", "account-closed"] : [undefined, "declared"]);
      outcomes.add(said);
    }
    expect([...outcomes].toSorted()).toEqual(["account-closed", "declared"]);
  } finally {
    await empty.stop();
  }
}, 120_000);

test("a deposit that is declared while the account's money is on its way out keeps it open, and is credited", async () => {
  const [leaving, heir] = [await funded(), await funded()];
  const { id: userId } = leaving.user;
  await good(operator, "PUT", "/api/admin/policy", { ...POLICY, approveAbove: "1" });
  await good(leaving, "POST", "/api/account/close", { sendRestTo: heir.user.username });
  await agree("/api/admin/policy", POLICY);
  const { id } = await good(leaving, "POST", "/api/deposits", {
    amount: "5",
    cashAppUsername: "$maria",
    cashAppTransactionId: "LEAVING1",
  });
  const merge = await submissionCollection(app.database).findOne({ userId, state: "held" });
  await good(operator, "POST", `/api/admin/submissions/${merge?.id}/approve`);
  await eventually(async () => (await onLedger(leaving)) === null, 30_000);
  const closings = app.database.collection<{ _id: number }>("account_closings");
  await eventually(async () => (await closings.findOne({ _id: userId })) === null, 30_000);
  await good(operator, "POST", `/api/admin/deposits/${id}/approve`, { rate: "current" });
  await eventually(
    () => app.database.collection("cash_app_deposits").findOne({ id, userId, status: "credited" }),
    30_000,
  );
  expect(await onLedger(leaving)).toBe("40.0000000");
}, 120_000);

test("whoever freezes their account while payments are accepted pays none that was not signed by then", async () => {
  const [payer, payee] = [await funded(), await funded()];
  const { id: userId } = payer.user;
  const before = Number(await onLedger(payee));
  const pay = (number: number) =>
    call(payer, "POST", "/api/wallet/send", {
      to: payee.user.username,
      assetCode: "XLM",
      amount: "2",
      idempotencyKey: `race-${number}-0123456789abcdef`,
    });
  const sends = [1, 2, 3, 4, 5].map(pay);
  await Promise.race(sends);
  await good(payer, "POST", "/api/security/freeze");
  const submissions = submissionCollection(app.database);
  const waiting = await submissions.find({ userId, state: "created" }).toArray();
  expect((await pay(6)).body.code).toBe("account-frozen");
  const answers = await Promise.all(sends);
  for (const { status, body } of answers) if (status !== 202) expect(body.code).toBe("account-frozen");
  await eventually(async () => (await submissions.countDocuments({ userId, isReserving: true })) === 0, 60_000);
  const made = await submissions.find({ userId }).toArray();
  expect(made.length).toBe(answers.filter(({ status }) => status === 202).length);
  for (const { id, state, reason, attempt } of made) {
    if (state === "confirmed") continue;
    expect([state, attempt], `${id}: ${reason}`).toEqual(["failed", null]);
  }
  // One account's payments go one after another: of those that waited at most the one just being signed still went.
  const escaped = made.filter(({ id, state }) => state === "confirmed" && waiting.some((other) => other.id === id));
  expect(escaped.length).toBeLessThanOrEqual(1);
  const paid = made.filter(({ state }) => state === "confirmed").length;
  expect(Number(await onLedger(payee)) - before).toBe(2 * paid);
}, 120_000);

test("once the list of allowed recipients is answered for, nobody else is paid, and whoever joins it waits", async () => {
  const [payer, payee] = [await funded(), await funded()];
  const { id: userId } = payer.user;
  let number = 0;
  const pay = () => {
    number += 1;
    const idempotencyKey = `list-${number}-0123456789abcdef`;
    const payment = { to: payee.user.username, assetCode: "XLM", amount: "1", idempotencyKey };
    return call(payer, "POST", "/api/wallet/send", payment);
  };
  const during = [pay(), pay(), pay()];
  await good(payer, "PUT", "/api/security/allow-list", { isOn: true, holdHours: 24 });
  expect((await pay()).body.code).toBe("recipient-not-allowed");
  // None of them is judged only after the payee joins.
  const answers = await Promise.all(during);
  const joining = good(payer, "POST", "/api/security/allow-list/addresses", {
    address: payee.user.walletAddress,
    label: "Them",
  });
  const meanwhile = [pay(), pay()];
  await joining;
  expect((await pay()).body.code).toBe("recipient-on-hold");
  for (const { body } of await Promise.all(meanwhile))
    expect(["recipient-not-allowed", "recipient-on-hold"]).toContain(body.code);
  for (const { status, body } of answers) if (status !== 202) expect(body.code).toBe("recipient-not-allowed");
  const accepted = answers.filter(({ status }) => status === 202).length;
  expect(await submissionCollection(app.database).countDocuments({ userId })).toBe(accepted);
}, 60_000);
