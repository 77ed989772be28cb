import { Asset, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { withReason } from "#tests/support/reasons.ts";

let app: TestApp;
let ana: TestUser;
let ben: TestUser;
let operator: TestUser;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 1 } });
  [ana, ben, operator] = [await aUser(app), await aUser(app), await anAdmin(app)];
  await call(operator, "POST", "/api/confirm-identity", { password: operator.password });
  for (const { user } of [ana, ben, operator])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 20_000);
  await eventually(() => accountCollection(app.database).findOne({ role: "channel", exists: true }), 30_000);
}, 60_000);
afterAll(() => app.stop());

async function call(user: TestUser, method: "GET" | "POST", url: string, payload?: object) {
  const headers = { cookie: user.cookie };
  const response = await app.server.inject({ method, url, headers, ...withReason(method, url, payload) });
  return { status: response.statusCode, body: response.json() };
}

function send(amount: string) {
  keys += 1;
  const idempotencyKey = `6f9619ff-8b86-4011-b42d-00c04fc9${String(keys).padStart(4, "0")}`;
  return call(ana, "POST", "/api/wallet/send", {
    idempotencyKey,
    to: ben.user.walletAddress,
    assetCode: "XLM",
    amount,
    password: ana.password,
  });
}

function setBalance(balance: string) {
  return accountCollection(app.database).updateOne({ userId: ana.user.id }, { $set: { balance } });
}

test("an operator's run finds what differs, payments of that asset are refused, and go on once it passes", async () => {
  const whole = await call(operator, "POST", "/api/admin/reconcile");
  expect(whole).toMatchObject({ status: 200, body: { differences: [] } });
  const before = (await accountCollection(app.database).findOne({ userId: ana.user.id }))?.balance ?? "";
  await setBalance("1234567");
  const { body } = await call(operator, "POST", "/api/admin/reconcile");
  expect(body.assets).toMatchObject([{ asset: "XLM", isHalted: true }]);
  expect(body.differences[0]).toMatchObject({ address: ana.user.walletAddress, database: "0.1234567" });
  expect(await send("1")).toMatchObject({ status: 503, body: { code: "payments-halted" } });
  await setBalance(before);
  expect((await call(operator, "POST", "/api/admin/reconcile")).body.assets).toMatchObject([{ isHalted: false }]);
  expect((await send("1")).status).toBe(202);
});

test("an operator accepts a difference with a word about it, and only one that is open", async () => {
  const accept = { assetCode: "XLM", issuer: "", evidence: "corrected by hand" };
  expect(await call(operator, "POST", "/api/admin/reconcile/accept", accept)).toMatchObject({ status: 404 });
});

test("a stranger's payment to the treasury waits for an operator, who has it returned", async () => {
  const treasury = (await houseAccounts(app.database)).get("treasury") ?? "";
  const stranger = Keypair.random();
  await fetch(`${app.stellar.friendbotUrl}?addr=${stranger.publicKey()}`);
  const node = new rpc.Server(app.stellar.rpcUrl, { allowHttp: true });
  const payment = Operation.payment({ destination: treasury, asset: Asset.native(), amount: "4" });
  const transaction = new TransactionBuilder(await node.getAccount(stranger.publicKey()), {
    fee: "100",
    networkPassphrase: app.stellar.passphrase,
  })
    .addOperation(payment)
    .setTimeout(60)
    .build();
  transaction.sign(stranger);
  await node.sendTransaction(transaction);
  const item = await eventually(async () => (await call(operator, "GET", "/api/admin/suspense")).body.items[0], 20_000);
  expect(item).toMatchObject({ amount: "4.0000000", from: stranger.publicKey(), state: "open", payment: null });
  expect(await call(operator, "POST", `/api/admin/suspense/${item.id}/claim`, { userId: 4711 })).toMatchObject({
    body: { code: "user-unknown" },
  });
  const returned = await call(operator, "POST", `/api/admin/suspense/${item.id}/return`);
  expect(returned).toMatchObject({ status: 200, body: { state: "returned" } });
  expect(await call(operator, "POST", `/api/admin/suspense/${item.id}/return`)).toMatchObject({
    body: { code: "suspense-decided" },
  });
  await eventually(async () => (await call(operator, "GET", "/api/admin/suspense")).body.items.length === 0, 30_000);
}, 60_000);
