import {
  Account,
  Asset,
  BASE_FEE,
  Keypair,
  MuxedAccount,
  Operation,
  rpc,
  TransactionBuilder,
} from "@stellar/stellar-sdk";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import type { Document } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { custodyOf } from "#server/platform/vault/open-vault.ts";
import { protect } from "#tests/support/seals.ts";

const issuer = Keypair.random();
const usd = new Asset("USD", issuer.publicKey());
let app: TestApp;
let node: rpc.Server;
let ana: TestUser;
let ben: TestUser;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
  node = new rpc.Server(app.stellar.rpcUrl, { allowHttp: true });
  await keepUnpriced();
  await fetch(`${app.stellar.friendbotUrl}?addr=${issuer.publicKey()}`);
  [ana, ben] = [await aUser(app), await aUser(app)];
  await eventually(async () => (await balancesOf(ana)).size > 0 && (await balancesOf(ben)).size > 0);
  await trust(ana);
  const payment = Operation.payment({ destination: addressOf(ana), asset: usd, amount: "100" });
  await apply(issuer.publicKey(), payment, (hash) => Promise.resolve(Buffer.from(issuer.sign(hash))));
  await eventually(async () => (await balancesOf(ana)).get("USD") === "100.0000000");
});
afterAll(() => app.stop());

/** For as long as the test lasts, the asset's price is what a test says: its market is not due to be read. */
async function keepUnpriced(): Promise<void> {
  const asset = { assetCode: "USD", issuer: issuer.publicKey(), isListed: false, usd: null, xlm: null };
  const dueAt = new Date(app.clock.now().getTime() + 86_400_000);
  await app.database
    .collection<Document & { readonly _id: string }>("market_prices")
    .insertOne({ _id: `USD-${asset.issuer}`, ...asset, at: null, dueAt, wantedAt: app.clock.now() });
}

function addressOf({ user }: TestUser): string {
  return user.walletAddress ?? "";
}

async function balancesOf({ cookie }: TestUser): Promise<Map<string, string>> {
  const response = await app.server.inject({ url: "/api/wallet", headers: { cookie } });
  const balances: { assetCode: string; balance: string }[] = response.json().balances;
  return new Map(balances.map(({ assetCode, balance }) => [assetCode, balance]));
}

async function apply(
  source: string,
  operation: ReturnType<typeof Operation.payment>,
  sign: (hash: Buffer) => Promise<Buffer>,
): Promise<void> {
  const transaction = new TransactionBuilder(await node.getAccount(source), {
    fee: BASE_FEE,
    networkPassphrase: app.stellar.passphrase,
  })
    .addOperation(operation)
    .setTimeout(60)
    .build();
  transaction.addSignature(source, (await sign(Buffer.from(transaction.hash()))).toString("base64"));
  const { hash } = await node.sendTransaction(transaction);
  await eventually(async () => (await node.getTransaction(hash)).status === "SUCCESS");
}

function trust(person: TestUser, limit?: string): Promise<void> {
  return act(person, Operation.changeTrust({ asset: usd, ...(limit !== undefined && { limit }) }));
}

function act(person: TestUser, operation: ReturnType<typeof Operation.payment>): Promise<void> {
  const { vault } = custodyOf(app.runtime);
  const address = addressOf(person);
  return apply(address, operation, async (hash) => {
    const request = {
      address,
      purpose: "wallet",
      hash,
      userId: HOUSE_USER,
      requestedBy: "test",
      reason: "test",
    } as const;
    return (await vault.sign(request)).signature;
  });
}

async function send(person: TestUser, body: Record<string, unknown>) {
  keys += 1;
  const idempotencyKey = `asset-key-${String(keys).padStart(10, "0")}`;
  const response = await app.server.inject({
    method: "POST",
    url: "/api/wallet/send",
    headers: { cookie: person.cookie },
    payload: { assetCode: "USD", issuer: issuer.publicKey(), password: person.password, idempotencyKey, ...body },
  });
  return response.json();
}

async function settled({ cookie }: TestUser, id: number): Promise<string> {
  return eventually(async () => {
    const response = await app.server.inject({ url: `/api/wallet/submissions/${id}`, headers: { cookie } });
    const { state } = response.json().submission;
    return ["confirmed", "failed"].includes(state) && state;
  }, 15_000);
}

test("an asset goes only where it can be held, and arrives to the last place", async () => {
  const to = addressOf(ben);
  expect((await send(ana, { to, amount: "1" })).code).toBe("recipient-trustline-missing");
  await trust(ben, "5");
  expect((await send(ana, { to, amount: "5.0000001" })).code).toBe("recipient-full");
  expect(await send(ana, { to, amount: "100.0000001" })).toMatchObject({ code: "recipient-full" });
  const muxed = new MuxedAccount(new Account(to, "0"), "18446744073709551615").accountId();
  const { submission } = await send(ana, { to: muxed, amount: "1.2345678", memo: "é".repeat(14) });
  expect(submission, "accepted").toBeDefined();
  const full = await send(ana, { to, amount: "0.1234567" });
  expect(await settled(ana, submission.id)).toBe("confirmed");
  expect(await settled(ana, full.submission.id)).toBe("confirmed");
  await eventually(async () => (await balancesOf(ben)).get("USD") === "1.3580245");
});

test("what a recipient cannot hold yet is set aside, and they claim it", async () => {
  const dora = await aUser(app);
  await eventually(async () => (await balancesOf(dora)).size > 0);
  const to = addressOf(dora);
  const payload = { to, assetCode: "USD", issuer: issuer.publicKey(), amount: "3", asClaimable: true };
  const headers = { cookie: ana.cookie };
  const look = await app.server.inject({ method: "POST", url: "/api/wallet/send/check", headers, payload });
  const { setAside, left, total, refusals } = look.json();
  expect({ setAside, refusals }).toEqual({ setAside: { reserve: "1.0000000" }, refusals: [] });
  expect(total).toMatchObject([
    { assetCode: "USD", amount: "3.0000000" },
    { assetCode: "XLM", amount: "0.0000100" },
  ]);
  expect(Number(left[1].balance) - Number(left[1].spendable), "reserves of account, line and what is set aside").toBe(
    2.5,
  );
  const { submission } = await send(ana, payload);
  expect(await settled(ana, submission.id)).toBe("confirmed");
  const rows = app.database.collection("claimable_balances");
  const row = await eventually(() => rows.findOne({ userId: dora.user.id, state: "open" }));
  expect(row).toMatchObject({ assetCode: "USD", amount: "3.0000000", from: addressOf(ana) });
  const sent = await app.database.collection("transactions").findOne({ userId: ana.user.id, hash: row["hash"] });
  expect(sent).toMatchObject({ type: "claimable", to, amount: "3.0000000" });
  const closing = await app.server.inject({ url: "/api/account/close", headers });
  const codes = closing.json().refusals.map(({ code }: { code: string }) => code);
  expect(codes).toContain("close-set-aside-open");

  const claim = { balanceId: row["balanceId"], networkFee: "0.1", idempotencyKey: "claim-what-is-mine-1" };
  const url = "/api/wallet/claims";
  const answer = await app.server.inject({ method: "POST", url, headers: { cookie: dora.cookie }, payload: claim });
  expect(answer.statusCode, answer.body).toBe(202);
  await eventually(async () => (await balancesOf(dora)).get("USD") === "3.0000000");
  // Now that it can be held, the same wish is a payment.
  expect(
    (await app.server.inject({ method: "POST", url: "/api/wallet/send/check", headers, payload })).json(),
  ).toMatchObject({ setAside: null, refusals: [] });
});

test("who asks on the ledger for a memo is not paid without one", async () => {
  const exchange = await aUser(app);
  await eventually(async () => (await balancesOf(exchange)).size > 0);
  const to = addressOf(exchange);
  await act(exchange, Operation.manageData({ name: "config.memo_required", value: "0" }));
  const pay = (body: object) => send(ana, { to, assetCode: "XLM", issuer: undefined, amount: "1", ...body });
  expect((await pay({})).submission, "a value that asks for nothing").toBeDefined();
  await act(exchange, Operation.manageData({ name: "config.memo_required", value: "1" }));
  expect((await pay({})).code).toBe("memo-required");
  const { submission } = await pay({ memo: "77", memoType: "id" });
  expect(await settled(ana, submission.id)).toBe("confirmed");
  const row = () => app.database.collection("transactions").findOne({ userId: exchange.user.id, memo: "77" });
  expect(await eventually(row)).toMatchObject({ type: "receive", amount: "1.0000000" });
});

test("whoever holds none of it cannot send it, and the issuer takes it back without a line", async () => {
  const stranger = await aUser(app);
  await eventually(async () => (await balancesOf(stranger)).size > 0);
  expect((await send(stranger, { to: addressOf(ana), amount: "1" })).code).toBe("asset-unknown");
  expect((await send(ana, { to: issuer.publicKey(), amount: "1000" })).code).toBe("balance-too-low");
  const { submission } = await send(ana, { to: issuer.publicKey(), amount: "1" });
  expect(await settled(ana, submission.id)).toBe("confirmed");
});

test("a new account is made by the payment that reaches its reserve, also through a numbered address", async () => {
  const fresh = Keypair.random().publicKey();
  const xlm = { assetCode: "XLM", issuer: undefined };
  expect((await send(ana, { ...xlm, to: fresh, amount: "0.9999999" })).code).toBe("recipient-not-ready");
  expect((await send(ana, { to: fresh, amount: "1" })).code).toBe("recipient-not-ready");
  const muxed = new MuxedAccount(new Account(fresh, "0"), "7").accountId();
  const { submission } = await send(ana, { ...xlm, to: muxed, amount: "1" });
  expect(await settled(ana, submission.id)).toBe("confirmed");
});

test("the limit of one payment counts dollars where a price is known", async () => {
  const priced = { assetCode: "USD", issuer: issuer.publicKey() };
  const check = async () => {
    const payload = { ...priced, to: addressOf(ben), amount: "20" };
    const url = "/api/wallet/send/check";
    const response = await app.server.inject({ method: "POST", url, headers: { cookie: ana.cookie }, payload });
    const { usd: worth, refusals } = response.json();
    const limit = refusals.find(({ code }: { code: string }) => code === "limit-exceeded");
    return { worth, sentence: limit?.message };
  };
  await protect(app.runtime, ana.user.id, { transactionLimit: "30" });
  const prices = app.database.collection("market_prices");
  expect(await check()).toEqual({ worth: null, sentence: undefined });
  const price = { usd: "2.5", xlm: "10", at: app.clock.now() };
  await prices.updateOne(priced, { $set: price });
  expect(await check()).toMatchObject({
    worth: "50.0000000",
    sentence: expect.stringContaining("30 USD: it is worth 50 USD"),
  });
  await prices.updateOne(priced, { $set: { ...price, usd: null } });
  expect(await check()).toMatchObject({ worth: null, sentence: expect.stringContaining("30 XLM") });
  await prices.updateOne(priced, { $set: { ...price, usd: "1.5" } });
  expect(await check()).toEqual({ worth: "30.0000000", sentence: undefined });
  await protect(app.runtime, ana.user.id, { transactionLimit: "1000" });
});

test("everything above the reserve can be sent, and then nothing more", async () => {
  const person = await aUser(app);
  await eventually(async () => (await balancesOf(person)).size > 0);
  await protect(app.runtime, person.user.id, { transactionLimit: "100000" });
  const xlm = { assetCode: "XLM", issuer: undefined, to: addressOf(ben) };
  expect((await send(person, { ...xlm, amount: "9998.9999901" })).code).toBe("balance-too-low");
  const answers = await Promise.all([1, 2, 3].map(() => send(person, { ...xlm, amount: "9998.99999" })));
  expect(answers.map(({ code }) => code ?? "accepted").sort()).toEqual([
    "accepted",
    "balance-too-low",
    "balance-too-low",
  ]);
  const accepted = answers.find(({ submission }) => submission !== undefined);
  expect(await settled(person, accepted.submission.id)).toBe("confirmed");
  await eventually(async () => (await balancesOf(person)).get("XLM") === "1.0000000");
  expect((await send(person, { ...xlm, amount: "0.0000001" })).code).toBe("balance-too-low");
});
