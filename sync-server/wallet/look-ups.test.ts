import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { LOOK_UPS, takeLookUp } from "./look-ups.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function call({ cookie }: TestUser, url: string, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, code: response.json().code };
}

const newKey = () => randomBytes(16).toString("hex");

test("whatever asks the nodes of the network counts, and above so many in a minute is refused", async () => {
  const ana = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }));
  const to = Keypair.random().publicKey();
  const coin = { assetCode: "COIN", issuer: to };
  const payment = { to, assetCode: "XLM", amount: "2", idempotencyKey: newKey(), password: ana.password };
  expect(await call(ana, "/api/wallet/send", payment)).toMatchObject({ status: 202 });
  await Promise.all(Array.from({ length: LOOK_UPS - 1 }, () => takeLookUp(app.runtime, ana.user.id)));
  const confirmed = { networkFee: "1", idempotencyKey: newKey() };
  const asking: readonly (readonly [string, object])[] = [
    ["/api/wallet/send/check", { to, assetCode: "XLM", amount: "1" }],
    ["/api/wallet/send", { ...payment, idempotencyKey: newKey() }],
    ["/api/wallet/claims/check", { balanceId: "0".repeat(72) }],
    ["/api/wallet/claims", { balanceId: "0".repeat(72), ...confirmed }],
    ["/api/wallet/trustlines/check", { change: "add", ...coin }],
    ["/api/wallet/trustlines", { ...coin, ...confirmed }],
    ["/api/wallet/trustlines/remove", { ...coin, ...confirmed }],
    ["/api/multisig/check", { turn: "on" }],
  ];
  for (const [url, payload] of asking)
    expect([url, await call(ana, url, payload)]).toEqual([url, { status: 429, code: "rate-limited" }]);
  // Nobody is asked for what was accepted before.
  expect(await call(ana, "/api/wallet/send", payment)).toMatchObject({ status: 202 });
});
