import { afterAll, beforeAll, expect, test } from "vitest";
import { creditDeposits } from "#server/deposits/credit-deposits.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, anAdmin, type TestUser } from "#tests/support/builders.ts";
import { confirmSessions, takeDeposits } from "#tests/support/seals.ts";

/** The thief has the database, every row of it, and a deposit that nobody approved. */
const SETTINGS = {
  recipient: "$astrolabe",
  xlmRate: "8",
  minAmount: null,
  maxAmount: null,
  secondAbove: null,
  rateTolerance: "3",
};
let app: TestApp;
let thief: TestUser;
let victim: TestUser;
let made = 0;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 1 } });
  [thief, victim] = [await aUser(app), await aUser(app)];
  await takeDeposits(app.database, SETTINGS);
  await eventually(async () => (await houseAccount(app.database, "treasury", null))?.exists, 60_000);
  await eventually(() => accountCollection(app.database).findOne({ userId: thief.user.id, exists: true }), 60_000);
});
afterAll(() => app.stop());

const deposits = () => app.database.collection<{ id: number; submissionId: number | null }>("cash_app_deposits");

async function declare(by: TestUser): Promise<number> {
  made += 1;
  const payload = { amount: "20", cashAppUsername: "maria", cashAppTransactionId: `TXNR${1000 + made}` };
  const headers = { cookie: by.cookie };
  const response = await app.server.inject({ method: "POST", url: "/api/deposits", headers, payload });
  return response.json().id;
}

async function credit(): Promise<void> {
  await creditDeposits(app.runtime, openRpcNetwork(app.config.stellar));
}

const begun = (id: number) =>
  submissionCollection(app.database).countDocuments({ idempotencyKey: { $regex: `^deposit-${id}-` } });

test("a deposit that says of itself that it was approved is not paid, and does not stop others", async () => {
  const [id, honest] = [await declare(thief), await declare(victim)];
  const approved = { status: "approved", isAccepted: true, xlmRate: "8000", xlmCredited: "160000.0000000" };
  await deposits().updateOne({ id }, { $set: { ...approved, approvals: [{ by: 1, at: new Date() }] } });
  const operator = await anAdmin(app);
  await confirmSessions(app.database, operator.user.id, new Date(app.clock.now().getTime() + 600_000));
  const response = await app.server.inject({
    method: "POST",
    url: `/api/admin/deposits/${honest}/approve`,
    headers: { cookie: operator.cookie },
    payload: { rate: "current", reason: "seen" },
  });
  expect(response.statusCode).toBe(200);
  await eventually(async () => {
    await credit();
    return (await begun(honest)) === 1;
  }, 30_000);
  expect(await begun(id)).toBe(0);
  // An approved one that is raised afterwards is none either.
  await deposits().updateOne(
    { id: honest },
    { $set: { status: "approved", attempts: 1, xlmCredited: "5000.0000000" } },
  );
  await credit();
  expect(await begun(honest)).toBe(1);
});

test("an approved deposit is not paid to a wallet that was given to its owner past the server", async () => {
  const id = await declare(victim);
  const row = await deposits().findOne({ id });
  const accounts = accountCollection(app.database);
  const [own, theirs] = [thief.user.walletAddress ?? "", victim.user.walletAddress ?? ""];
  const operator = await anAdmin(app);
  await confirmSessions(app.database, operator.user.id, new Date(app.clock.now().getTime() + 600_000));
  await accounts.updateOne({ _id: own }, { $set: { userId: victim.user.id } });
  await accounts.updateOne({ _id: theirs }, { $set: { userId: thief.user.id } });
  await app.server.inject({
    method: "POST",
    url: `/api/admin/deposits/${id}/approve`,
    headers: { cookie: operator.cookie },
    payload: { rate: "current", reason: "seen" },
  });
  await credit();
  expect(row?.submissionId).toBe(null);
  expect(await begun(id)).toBe(0);
  await accounts.updateOne({ _id: own }, { $set: { userId: thief.user.id } });
  await accounts.updateOne({ _id: theirs }, { $set: { userId: victim.user.id } });
});

test("what the house collects does not go to an account that was named past the server", async () => {
  const house = app.database.collection<{ _id: string; address: string }>("house_accounts");
  const fees = await house.findOne({ _id: "fees" });
  await house.updateOne({ _id: "fees" }, { $set: { address: thief.user.walletAddress ?? "" } });
  await expect(houseAccount(app.database, "fees", null)).rejects.toThrow("has no seal of ours");
  await house.updateOne({ _id: "fees" }, { $set: { address: fees?.address ?? "" } });
});

test("who takes the operators' policy away, or loosens it, pays nothing by that", async () => {
  const policies = app.database.collection<{ _id: string }>("operator_policies");
  const stored = await policies.findOne({ _id: "payments" });
  const payload = { to: victim.user.username, assetCode: "XLM", amount: "1" };
  const look = () =>
    app.server.inject({ method: "POST", url: "/api/wallet/send/check", headers: { cookie: thief.cookie }, payload });
  expect((await look()).statusCode).toBe(200);
  await policies.updateOne({ _id: "payments" }, { $set: { "policy.approveAbove": "999999" } });
  expect((await look()).statusCode).toBe(500);
  await policies.deleteMany({});
  expect((await look()).statusCode).toBe(500);
  if (stored) await policies.insertOne(stored);
  expect((await look()).statusCode).toBe(200);
});
