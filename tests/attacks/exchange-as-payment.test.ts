import { randomBytes } from "node:crypto";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";

/**
 * A thief with nothing but a stolen cookie has a victim whose every protection is on "trade" their XLM for a token that the thief
 * has issued. Whatever is not surely worth what is given for it is a payment, and takes what a payment takes.
 */

let app: TestApp;
let thief: Outsider;
let FAKE: string;
let victim: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [thief, victim] = await Promise.all([anOutsider(app.stellar), aUser(app)]);
  await eventually(() => accountCollection(app.database).findOne({ userId: victim.user.id, exists: true }), 30_000);
  FAKE = `FAKE-${thief.address}`;
  await thief.apply(
    Operation.manageSellOffer({
      selling: new Asset("FAKE", thief.address),
      buying: Asset.native(),
      amount: "1",
      price: "900000000",
    }),
  );
  const asset = { assetCode: "FAKE", issuer: thief.address };
  const line = { ...asset, networkFee: "0.1", idempotencyKey: randomBytes(12).toString("hex") };
  expect((await call("POST", "/api/wallet/trustlines", line)).status).toBe(202);
  await eventually(
    () => accountCollection(app.database).findOne({ userId: victim.user.id, "lines.assetCode": "FAKE" }),
    30_000,
  );
  await thief.apply(
    Operation.payment({
      destination: victim.user.walletAddress ?? "",
      asset: new Asset("FAKE", thief.address),
      amount: "1",
    }),
  );
  await eventually(
    () => accountCollection(app.database).findOne({ userId: victim.user.id, "lines.balance": "10000000" }),
    30_000,
  );
  await call("POST", "/api/confirm-identity", { password: victim.password });
  const limits = { transactionLimit: "1", dailyLimit: "1", requirePasswordForSend: true };
  expect((await call("PUT", "/api/security/limits", limits)).status).toBe(200);
  expect((await call("PUT", "/api/security/allow-list", { isOn: true, holdHours: 24 })).status).toBe(200);
  // What the owner showed of themself is over: the thief has their cookie alone.
  app.clock.advance(11 * 60_000);
}, 60_000);
afterAll(() => app.stop());

async function call(method: "POST" | "PUT" | "GET", url: string, payload?: object) {
  const headers = { cookie: victim.cookie };
  const response = await app.server.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

function confirmed(terms: object) {
  const agreed = { networkFee: "0.1", operatorFees: [] };
  return { ...terms, agreed, idempotencyKey: randomBytes(12).toString("hex") };
}

async function expectNothing(url: string, terms: object): Promise<void> {
  const answer = await call("POST", url, confirmed(terms));
  expect(answer.status, JSON.stringify(answer.body)).toBe(403);
  // The one that made room for the token.
  expect(await submissionCollection(app.database).countDocuments({ userId: victim.user.id })).toBe(1);
}

describe("a stolen cookie alone gives nothing away", () => {
  test("by a swap that sends", () =>
    expectNothing("/api/trading/swaps", {
      swap: { direction: "send", send: "XLM", receive: FAKE, sendAmount: "8000", receiveAmount: "0.0000001", path: [] },
    }));

  test("by a swap that receives", () =>
    expectNothing("/api/trading/swaps", {
      swap: {
        direction: "receive",
        send: "XLM",
        receive: FAKE,
        sendAmount: "8000",
        receiveAmount: "0.0000001",
        path: [],
      },
    }));

  test.each(["limit", "market", "passive"] as const)("by a %s order to sell for next to nothing", (kind) =>
    expectNothing("/api/trading/orders", {
      order: { kind, side: "sell", base: "XLM", quote: FAKE, amount: "8000", price: "0.0000001" },
    }),
  );

  test("by an order to buy dearly", () =>
    expectNothing("/api/trading/orders", {
      order: { kind: "limit", side: "buy", base: FAKE, quote: "XLM", amount: "0.00001", price: "800000000" },
    }));

  test("by a scaled order, each part of which is small", () =>
    expectNothing("/api/trading/orders", {
      order: {
        kind: "scaled",
        side: "sell",
        base: "XLM",
        quote: FAKE,
        amount: "40",
        price: "0.00001",
        priceTo: "0.00002",
        count: 40,
      },
    }));

  test("by a deposit into a pool with a token of the thief's", () =>
    expectNothing("/api/trading/pools/deposit", {
      deposit: {
        assetA: "XLM",
        assetB: FAKE,
        maxA: "8000",
        maxB: "0.001",
        minPrice: "1",
        maxPrice: "100000000",
      },
    }));
});
