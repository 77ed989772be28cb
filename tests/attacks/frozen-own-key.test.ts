import { randomBytes } from "node:crypto";
import { Keypair, Transaction } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Signable } from "#schemas/multisig.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { orderCollection } from "#server/orders/order-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { anOutsider } from "#tests/support/outsider.ts";
import { callAs, confirm, funded } from "./thief.ts";

const SLOW_MS = 30_000;
let app: TestApp;
let quote: string;

beforeAll(async () => {
  app = await startTestApp();
  quote = `USD-${(await anOutsider(app.stellar)).address}`;
}, 60_000);
afterAll(() => app.stop());

function signedBy(key: Keypair, xdr: string): { readonly signedXdr: string } {
  const transaction = new Transaction(xdr, app.stellar.passphrase);
  transaction.sign(key);
  return { signedXdr: transaction.toXDR() };
}

async function settled(id: number): Promise<void> {
  const done = await eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }), SLOW_MS);
  expect(done.state, done.reason).toBe("confirmed");
}

async function toSign(victim: TestUser): Promise<Signable> {
  return eventually(async () => {
    const { body } = await callAs(app, victim, "GET", "/api/multisig");
    return body.waiting.find((one: Signable) => one.toSign);
  }, SLOW_MS);
}

test("with a key of their own the owner signs that an order goes, frozen or not; a thief cannot keep it from going", async () => {
  const victim = await funded(app);
  await confirm(app, victim);
  const order = { kind: "limit", side: "sell", base: "XLM", quote, amount: "500", price: "0.01" };
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const keyed = { agreed, idempotencyKey: randomBytes(12).toString("hex") };
  const placed = await callAs(app, victim, "POST", "/api/trading/orders", {
    order,
    ...keyed,
    password: victim.password,
  });
  await settled(placed.body.submission.id);
  const key = Keypair.random();
  const { xdr } = (await callAs(app, victim, "POST", "/api/multisig/challenge", { key: key.publicKey() })).body;
  const on = { ...signedBy(key, xdr), networkFee: "0.1", idempotencyKey: randomBytes(12).toString("hex") };
  await settled((await callAs(app, victim, "POST", "/api/multisig/on", on)).body.submission.id);
  await eventually(() => accountCollection(app.database).findOne({ userId: victim.user.id, isShared: true }), SLOW_MS);

  await callAs(app, victim, "POST", "/api/security/freeze");
  const { id, toSign: envelope } = await toSign(victim);
  expect((await callAs(app, victim, "GET", "/api/security")).body.takenBack).toMatchObject({
    ordersOnTheWay: 1,
    waitsForOwner: true,
  });
  const url = `/api/multisig/submissions/${id}`;
  expect((await callAs(app, victim, "POST", `${url}/give-up`)).body.code).toBe("give-up-too-late");
  expect((await callAs(app, victim, "POST", `${url}/signature`, signedBy(key, envelope?.xdr ?? ""))).status).toBe(200);
  const open = { userId: victim.user.id, state: "open" } as const;
  await eventually(async () => (await orderCollection(app.database).countDocuments(open)) === 0, SLOW_MS);
}, 90_000);
