import { randomBytes } from "node:crypto";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { orderCollection } from "#server/orders/order-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { callAs, confirm, funded } from "./thief.ts";

let app: TestApp;
let issuer: Outsider;
let taker: Outsider;
let usd: Asset;

beforeAll(async () => {
  app = await startTestApp();
  [issuer, taker] = await Promise.all([anOutsider(app.stellar), anOutsider(app.stellar)]);
  usd = new Asset("USD", issuer.address);
  await taker.apply(Operation.changeTrust({ asset: usd }));
  await issuer.apply(Operation.payment({ destination: taker.address, asset: usd, amount: "1000" }));
}, 60_000);
afterAll(() => app.stop());

/** What a thief of the password leaves in the book: as much XLM as there is, for next to nothing. */
async function offerAway(victim: TestUser, price: string): Promise<void> {
  const order = { kind: "limit", side: "sell", base: "XLM", quote: `USD-${issuer.address}`, amount: "500", price };
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const idempotencyKey = randomBytes(12).toString("hex");
  const { password } = victim;
  const { body } = await callAs(app, victim, "POST", "/api/trading/orders", {
    order,
    agreed,
    idempotencyKey,
    password,
  });
  const { id } = body.submission;
  const done = await eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }), 30_000);
  expect(done.state, done.reason).toBe("confirmed");
}

function openOrders({ user }: TestUser) {
  return orderCollection(app.database).find({ userId: user.id, state: "open" }).toArray();
}

function freeze(user: TestUser) {
  return callAs(app, user, "POST", "/api/security/freeze");
}

/** Buys all XLM that is for sale below a price. */
function buyUp(price: string): Promise<string> {
  return taker.apply(
    Operation.manageBuyOffer({ selling: usd, buying: Asset.native(), buyAmount: "400", price, offerId: "0" }),
  );
}

test("an offer that stands when its owner freezes the account is gone before anybody takes it", async () => {
  const victim = await funded(app);
  await confirm(app, victim);
  await offerAway(victim, "0.01");
  await offerAway(victim, "0.02");
  expect(await openOrders(victim)).toHaveLength(2);
  expect((await freeze(victim)).body).toMatchObject({ isFrozen: true });
  await eventually(async () => (await openOrders(victim)).length === 0, 30_000);
  await buyUp("0.03");
  const account = await accountCollection(app.database).findOne({ userId: victim.user.id });
  expect(BigInt(account?.balance ?? "0")).toBeGreaterThan(99_999_000_000n);
  const { body } = await callAs(app, victim, "GET", "/api/security");
  expect(body.takenBack).toEqual({
    orders: 2,
    ordersOnTheWay: 0,
    standingOrders: 0,
    payments: 0,
    waitsForOwner: false,
  });
  const admin = await anAdmin(app);
  await confirm(app, admin);
  const url = `/api/admin/users/${victim.user.id}/frozen`;
  await callAs(app, admin, "PUT", url, { isFrozen: false, reason: "it was a mistake" });
  expect((await callAs(app, victim, "GET", "/api/security")).body).toMatchObject({ isFrozen: false, takenBack: null });
  expect(await openOrders(victim)).toEqual([]);
}, 60_000);

test("an offer that was signed before and lands after is taken back as well", async () => {
  const victim = await funded(app);
  await confirm(app, victim);
  await offerAway(victim, "0.05");
  const [row] = await openOrders(victim);
  const { offerId = "" } = row ?? {};
  await freeze(victim);
  await eventually(async () => (await openOrders(victim)).length === 0, 30_000);
  // As ingestion writes an order that a ledger shows only now; the ledger itself knows the number no more.
  await orderCollection(app.database).updateOne({ userId: victim.user.id, offerId }, { $set: { state: "open" } });
  const own = { userId: victim.user.id, idempotencyKey: { $regex: "^freeze:" } };
  await eventually(async () => (await submissionCollection(app.database).countDocuments(own)) > 1, 30_000);
}, 60_000);

test("what waited unsigned when the account was frozen is not sent after it was let go either", async () => {
  const victim = await funded(app);
  const { walletAddress } = victim.user;
  const step = { type: "payment", source: walletAddress, to: taker.address, assetCode: "XLM", issuer: "", amount: "7" };
  const draft = {
    userId: victim.user.id,
    idempotencyKey: "held-0123456789abcdef",
    fingerprint: "held",
    kind: "send" as const,
    account: walletAddress ?? "",
    steps: [step as never],
    memo: "",
    holds: [],
    fee: "100",
    feePayer: null,
    viaChannel: false,
  };
  const held = await app.database.transaction((session) => insertSubmission(app.runtime, session, draft, "held"));
  await freeze(victim);
  const now = await submissionCollection(app.database).findOne({ id: held.id });
  expect(now).toMatchObject({ state: "failed", isReserving: false });
  expect((await callAs(app, victim, "GET", "/api/security")).body.takenBack).toMatchObject({ payments: 1 });
});
