import { Asset, Operation } from "@stellar/stellar-sdk";
import { expect } from "vitest";
import { eventually } from "./app.ts";
import type { EndpointName, Person, Scene } from "./money-scenes.ts";
import { anOutsider } from "./outsider.ts";

/** Places, edits and cancels an order, swaps, and puts money into a pool and takes it out. */
export async function tradeAssets({ app, drive }: Scene, person: Person, nextCode: () => string): Promise<void> {
  const issuer = await anOutsider(app.stellar);
  const euro = new Asset("EUR", issuer.address);
  await issuer.apply(Operation.manageSellOffer({ selling: euro, buying: Asset.native(), amount: "100", price: "1" }));
  const EUR = `EUR-${issuer.address}`;
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const settle = async (check: EndpointName, confirm: EndpointName, name: string, terms: object) => {
    const looked = await drive(check, person, { body: terms });
    expect(looked.body.refusals, confirm).toEqual([]);
    const shown = { password: person.password, code: nextCode() };
    const body = { [name]: terms, agreed, idempotencyKey: `scan-${confirm}-0123456789`, ...shown };
    const answer = await drive(confirm, person, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    const { id } = answer.body.submission;
    await eventually(() => app.database.collection("submissions").findOne({ id, isReserving: false }), 30_000);
  };
  const order = { kind: "limit", side: "sell", base: "XLM", quote: EUR, amount: "1", price: "5" };
  await settle("checkOrder", "placeOrder", "order", order);
  const row = await eventually(() => app.database.collection("orders").findOne({ quote: EUR, state: "open" }));
  const { offerId, amount, price, ledger } = row;
  const edit = { offerId, amount: "2", price: "6", seen: { amount, price, ledger } };
  await settle("checkOrderEdit", "editOrder", "edit", edit);
  await settle("checkOrderCancel", "cancelOrders", "cancel", { which: "all" });
  const swap = { direction: "send", send: "XLM", receive: EUR, sendAmount: "3", receiveAmount: "3", path: [] };
  await settle("checkSwap", "swap", "swap", swap);
  const deposit = { assetA: "XLM", assetB: EUR, maxA: "2", maxB: "2", minPrice: "0.9", maxPrice: "1.1" };
  await settle("checkPoolDeposit", "depositToPool", "deposit", deposit);
  const { uid: poolId } = await eventually(() => app.database.collection("pool_shares").findOne({ assetB: EUR }));
  const withdrawal = { poolId, shares: "2", minA: "0", minB: "2" };
  await settle("checkPoolWithdraw", "withdrawFromPool", "withdrawal", withdrawal);
}

/** Places a stop order between listed assets and cancels it, once the markets are known. */
export async function keepOrder({ app, drive }: Scene, person: Person, nextCode: () => string): Promise<void> {
  const state = await eventually(() => app.database.collection("market_state").findOne({ phase: "live" }), 60_000);
  const [base, quote] = state["listed"];
  const pair = { base, quote, expiresAt: null };
  const order = { kind: "stop-limit", side: "sell", ...pair, amount: "1", triggerPrice: "0.0000000001", price: "1" };
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const uid = "scan-durable-0123456789";
  await drive("checkStandingOrder", person, { body: order });
  // On a busy machine the index may be behind for a moment.
  await eventually(async () => {
    const markets = await drive("markets", person);
    if (markets.body.state !== "live") return false;
    const placed = await drive("placeStandingOrder", person, {
      body: { order, agreed, idempotencyKey: uid, password: person.password, code: nextCode() },
    });
    return placed.status === 201;
  }, 30_000);
  const cancelled = await drive("cancelStandingOrder", person, { body: { uid } });
  expect(cancelled.body).toEqual({ uid, state: "cancelled", submissionId: null });
}

/** A payment that is repeated, of which the first is left out, and which is cancelled. */
export async function repeatPayment(
  { app, drive }: Scene,
  person: Person,
  to: string,
  nextCode: () => string,
): Promise<void> {
  const startsAt = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString();
  const dates = { every: "week", times: null, startsAt, expiresAt: null };
  const payment = { kind: "payment", to, asset: "XLM", amount: "1", memo: "", memoType: "text", ...dates };
  const { recipient, networkFee, operatorFee, firstAt } = (
    await drive("checkRepeatedPayment", person, { body: payment })
  ).body;
  const agreed = { to: recipient.address, memo: "", memoType: "text", networkFee, operatorFee };
  const idempotencyKey = "scan-repeated-0123456789";
  const placed = await drive("repeatPayment", person, {
    body: { payment, agreed, idempotencyKey, password: person.password, code: nextCode() },
  });
  expect(placed.body).toEqual({ uid: idempotencyKey, state: "waiting" });
  await drive("skipRepeatedPayment", person, { body: { uid: idempotencyKey, at: firstAt } });
  await drive("cancelStandingOrder", person, { body: { uid: idempotencyKey } });
}
