import { randomBytes } from "node:crypto";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { listAt } from "#tests/support/spending.ts";

/**
 * A thief with a stolen cookie loses the victim's money in parts, each of which is tolerated; or has the victim's account hold what
 * the thief issued.
 */

let app: TestApp;
let maker: Outsider;
let victim: TestUser;
let usd: { assetCode: string; issuer: string };
let USD: string;

beforeAll(async () => {
  // There are no markets here that the house could read: the asset is worth what the test says.
  app = await startTestApp({ readsPrices: false });
  [maker, victim] = await Promise.all([anOutsider(app.stellar), aUser(app)]);
  await eventually(() => accountCollection(app.database).findOne({ userId: victim.user.id, exists: true }), 30_000);
  usd = { assetCode: "USD", issuer: maker.address };
  USD = `USD-${maker.address}`;
  const selling = new Asset("USD", maker.address);
  await maker.apply(Operation.manageSellOffer({ selling, buying: Asset.native(), amount: "100000", price: "4" }));
}, 60_000);
afterAll(() => app.stop());

async function call(method: "POST" | "PUT" | "GET", url: string, payload?: object) {
  // As of now, by a clock that is moved.
  await listAt(app.database, usd, { usd: null, xlm: "4" }, app.clock.now());
  const headers = { cookie: victim.cookie };
  const response = await app.server.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

function confirmed(terms: object) {
  const agreed = { networkFee: "0.1", operatorFees: [] };
  return { ...terms, agreed, idempotencyKey: randomBytes(12).toString("hex") };
}

/** Gives away what is not surely received: of 100 XLM for 25 USD, four for each dollar less. */
function swap(least: string, shown: object = {}) {
  const terms = { direction: "send", send: "XLM", receive: USD, sendAmount: "100", receiveAmount: least, path: [] };
  return call("POST", "/api/trading/swaps", confirmed({ swap: terms, ...shown }));
}

async function settled(id: number): Promise<void> {
  await eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }), 30_000);
}

test("a fair swap asks for nothing, but for the first of an asset that the house does not list", async () => {
  const fair = await swap("25");
  expect(fair.status, JSON.stringify(fair.body)).toBe(202);
  await settled(fair.body.submission.id);
  const FAKE = `FAKE-${maker.address}`;
  const order = { kind: "limit", side: "buy", base: FAKE, quote: "XLM", amount: "1", price: "0.1" };
  const strange = await call("POST", "/api/trading/orders", confirmed({ order }));
  expect(strange.body.code).toBe("confirmation-required");
});

test("losses that are tolerated one by one add up, and then ask who is there, each of them", async () => {
  const codes: string[] = [];
  for (let turn = 0; turn < 12 && codes.length === 0; turn += 1) {
    const { status, body } = await swap("23.8");
    if (status === 202) await settled(body.submission.id);
    else codes.push(body.code);
  }
  expect(codes).toEqual(["password-required"]);
  const spent = await submissionCollection(app.database).find({ userId: victim.user.id, "spent.isTolerated": true });
  const sums = (await spent.toArray()).flatMap((made) => made.spent ?? []).map(({ amount }) => BigInt(amount));
  expect(sums.reduce((sum, amount) => sum + amount, 0n)).toBeLessThanOrEqual(500_000_000n);
  // Nor while a confirmation holds: any number of them could be made within its minutes.
  expect((await call("POST", "/api/confirm-identity", { password: victim.password })).status).toBe(200);
  expect((await swap("23.8")).body.code).toBe("password-required");
  expect((await swap("23.8", { password: victim.password })).status).toBe(202);
});

test("what was sent and what was given away count as one day's, over all assets", async () => {
  await call("POST", "/api/confirm-identity", { password: victim.password });
  const limits = { transactionLimit: "1000", dailyLimit: "300", requirePasswordForSend: false };
  expect((await call("PUT", "/api/security/limits", limits)).status).toBe(200);
  const to = maker.address;
  const send = (payment: object) =>
    call("POST", "/api/wallet/send", {
      to,
      ...payment,
      password: victim.password,
      idempotencyKey: randomBytes(12).toString("hex"),
    });
  const xlm = await send({ assetCode: "XLM", amount: "150" });
  expect(xlm.status, JSON.stringify(xlm.body)).toBe(202);
  const both = await send({ ...usd, amount: "50" });
  expect(both.body.code).toBe("daily-limit-exceeded");
  const away = await swap("0.0000001");
  expect(away.body.code).toBe("daily-limit-exceeded");
});
