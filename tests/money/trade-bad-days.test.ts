import { Asset, AuthRevocableFlag, type Keypair, Keypair as Keys, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { OrderTerms, SwapTerms } from "#schemas/trading.ts";
import { stepsOf } from "#server/multisig/rules.ts";
import { houseAccounts, makeHouseAccounts } from "#server/platform/house/accounts.ts";
import { indexTrading, orderCollection } from "#server/orders/order-rows.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { haltAsset, resumeAsset } from "#server/platform/submissions/halts.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { allRefusals } from "#server/platform/submissions/spending.ts";
import {
  HOUSE_USER,
  indexSubmissions,
  type SubmissionDocument,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { setFrozen } from "#server/security/freeze.ts";
import { cancelOrders } from "#server/trading/cancel-orders.ts";
import { editOrder, planOrderEdit } from "#server/trading/edit-order.ts";
import { placeOrder, planOrder } from "#server/trading/place-order.ts";
import { planPoolWithdraw } from "#server/trading/pool-withdraw.ts";
import { planSwap, swapAssets } from "#server/trading/swap.ts";
import { listAt, traderOf } from "#tests/support/spending.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { Life } from "./mortal.ts";
import { type Process, startProcess } from "./processes.ts";
import { addFeeRule } from "#tests/support/seals.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";

const TURN_MS = 6000;
let world: World;
let process: Process;
let issuer: Keypair;
let maker: Keypair;
/** What is traded for XLM. */
let usd: Asset;
let USD: string;
let code: string;
let users = 0;
let keys = 0;
/** The wallet of each test, and whose it is. */
let address: string;
let userId: number;

beforeAll(async () => {
  world = await startWorld();
  await indexTrading(world.database);
  await indexSubmissions(world.database);
  process = startProcess(world, new Life());
  [issuer, maker] = [await world.stranger(), await world.stranger()];
  await world.apply([issuer], [Operation.setOptions({ setFlags: AuthRevocableFlag })]);
}, 60_000);
afterAll(() => world.stop());

beforeEach(async () => {
  users += 1;
  userId = users;
  address = await world.wallet(userId);
  // A market of its own, that the house lists: what is given for its asset is not given away.
  code = `USD${users}`;
  usd = new Asset(code, issuer.publicKey());
  USD = `${code}-${issuer.publicKey()}`;
  await world.apply([maker], [Operation.changeTrust({ asset: usd })]);
  await world.apply([issuer], [pay(maker.publicKey(), "100000")]);
  const asset = { assetCode: code, issuer: issuer.publicKey() };
  await listAt(world.database, asset, { usd: null, xlm: "0.5" }, world.clock.now());
  await world.database.collection("users").insertOne({ id: userId, username: `user-${userId}` });
});

function pay(destination: string, amount: string) {
  return Operation.payment({ destination, asset: usd, amount });
}

function limit(fields: Partial<Extract<OrderTerms, { kind: "limit" | "market" }>> = {}): OrderTerms {
  return { kind: "limit", side: "sell", base: "XLM", quote: USD, amount: "10", price: "2", ...fields };
}

function confirmation() {
  keys += 1;
  return { agreed: { networkFee: "0.1", operatorFees: [] }, idempotencyKey: `bad-day-${keys}-0123456789` };
}

function place(order: OrderTerms): Promise<SubmissionDocument> {
  return placeOrder(process.deps, traderOf(userId), { order, ...confirmation() });
}

/** Has the worker, the network and ingestion work until a submission is settled. */
async function settled({ id }: { readonly id: number }): Promise<SubmissionDocument> {
  for (let turn = 0; turn < 20; turn += 1) {
    await process.work();
    await world.close();
    world.clock.advance(TURN_MS);
    await process.work();
    const found = await submissionCollection(world.database).findOne({ id });
    if (found?.isReserving === false) return found;
  }
  throw new Error("nothing became of it");
}

async function placed(order: OrderTerms) {
  const { attempt, state, reason } = await settled(await place(order));
  expect(state, reason).toBe("confirmed");
  const row = await orderCollection(world.database).findOne({ userId, hash: attempt?.hash ?? "" });
  if (!row) throw new Error("there is no order");
  return row;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "accepted";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function codesOf(order: OrderTerms): Promise<string[]> {
  const { verdict, refusals } = await planOrder(process.deps, userId, order, () => false);
  return allRefusals(verdict, refusals).map(({ code }) => code);
}

async function spendable(): Promise<bigint> {
  const account = await accountCollection(world.database).findOne({ _id: address });
  if (!account) throw new Error("there is no account");
  const { database } = world;
  return spendableOf(
    account,
    NATIVE,
    await database.transaction((session) => reservationsOf(database, session, address)),
  );
}

test("two trades never spend the same money, from whichever moment on", async () => {
  const all = await spendable();
  const most = formatAmount((all * 6n) / 10n);
  const orders = await Promise.all([1, 2, 3].map(() => codeOf(place(limit({ amount: most })))));
  expect(orders.toSorted()).toEqual(["accepted", "balance-too-low", "balance-too-low"]);
  const swap = {
    direction: "send",
    send: "XLM",
    receive: USD,
    sendAmount: most,
    receiveAmount: "1",
    path: [],
  } satisfies SwapTerms;
  expect(await codeOf(swapAssets(process.deps, traderOf(userId), { swap, ...confirmation() }))).toBe("balance-too-low");
  const [made] = await submissionCollection(world.database).find({ userId }).toArray();
  if (!made) throw new Error("nothing was accepted");
  const kept = await spendable();
  await settled(made);
  // What was kept back is what the ledger binds now; the line that was added keeps its reserve.
  expect(await spendable()).toBe(kept);
  expect(await codeOf(place(limit({ amount: most })))).toBe("balance-too-low");
});

test("one confirmation is one order, and serves for no other", async () => {
  const once = { order: limit(), ...confirmation() };
  const taps = await Promise.all([1, 2, 3].map(() => placeOrder(process.deps, traderOf(userId), once)));
  expect(new Set(taps.map(({ id }) => id)).size).toBe(1);
  expect(await codeOf(placeOrder(process.deps, traderOf(userId), { ...once, order: limit({ price: "3" }) }))).toBe(
    "idempotency-key-reused",
  );
  const fees = { ...confirmation(), agreed: { networkFee: "0.0000199", operatorFees: [] } };
  expect(await codeOf(placeOrder(process.deps, traderOf(userId), { order: limit(), ...fees }))).toBe("fees-risen");
});

test("an order that is filled while it is being cancelled is filled, and the cancelling says so", async () => {
  const row = await placed(limit());
  await world.apply(
    [maker],
    [Operation.manageBuyOffer({ selling: usd, buying: Asset.native(), buyAmount: "10", price: "2" })],
  );
  // Ingestion has not seen that yet.
  const cancel = { which: "these" as const, offerIds: [row.offerId] };
  const cancelling = await cancelOrders(process.deps, traderOf(userId), { cancel, ...confirmation() });
  const late = await settled(cancelling);
  expect(late.state).toBe("failed");
  expect(wordsIn("en").said(late.reason ?? "")).toBe(
    "The order was no longer open: it was filled or cancelled before. Nothing else happened.",
  );
  expect(await orderCollection(world.database).findOne({ userId, uid: row.uid })).toMatchObject({
    state: "filled",
    filledBase: "10.0000000",
    filledQuote: "20.0000000",
  });
  const told = await world.database.collection("notifications").find({ userId }).toArray();
  expect(told.map(({ kind }) => kind).toSorted()).toEqual(["order-filled", "trade-failed"]);
});

test("of two tabs that edit one order the first does it, and the second is told to look again", async () => {
  const { offerId, amount, price, ledger } = await placed(limit());
  const seen = { amount, price, ledger };
  const edit = (units: string) => ({ edit: { offerId, amount: units, price: "3", seen }, ...confirmation() });
  const first = await editOrder(process.deps, traderOf(userId), edit("5"));
  expect(await codeOf(editOrder(process.deps, traderOf(userId), edit("6")))).toBe("order-under-way");
  await settled(first);
  expect(await codeOf(editOrder(process.deps, traderOf(userId), edit("6")))).toBe("order-moved");
  // A fill that the ledger has and our records do not know of counts as well.
  const row = await orderCollection(world.database).findOne({ userId, uid: offerId });
  if (!row) throw new Error("the order is gone");
  await world.apply(
    [maker],
    [Operation.manageBuyOffer({ selling: usd, buying: Asset.native(), buyAmount: "1", price: "4" })],
  );
  const now = { amount: row.amount, price: row.price, ledger: row.ledger };
  const late = await planOrderEdit(process.deps, userId, { offerId, amount: "7", price: "3", seen: now }, () => false);
  expect(late.refusals.map(({ code }) => code)).toEqual(["order-moved"]);
});

test("nobody is let trade with themselves, neither with what is open nor with what is about to be", async () => {
  await placed(limit({ price: "2" }));
  const buy = (fields: object) => limit({ side: "buy", amount: "1", price: "2", ...fields });
  await world.apply([issuer], [pay(address, "1000")]);
  await process.work();
  expect(await codesOf(buy({}))).toEqual(["order-crosses-own"]);
  expect(await codesOf(buy({ price: "1.9" }))).toEqual([]);
  // At the same price a passive one lets the other stand.
  expect(await codesOf({ ...buy({}), kind: "passive" })).toEqual([]);
  expect(await codesOf({ ...buy({ price: "2.1" }), kind: "passive" })).toEqual(["order-crosses-own"]);
  // The same market from its other side.
  expect(await codesOf({ ...limit({ base: USD, quote: "XLM", amount: "1", price: "0.5" }) })).toEqual([
    "order-crosses-own",
  ]);
  await place(buy({ price: "1.5" }));
  expect(await codesOf(limit({ amount: "1", price: "1.5" }))).toEqual(["order-crosses-own"]);
  expect(await codesOf(limit({ amount: "1", price: "1.6" }))).toEqual([]);
});

/** Ben sells so much XLM. */
async function benSells(amount: string, price = "1.9"): Promise<void> {
  await world.apply([maker], [Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount, price })]);
}

test("an own order far below is in nobody's way: only what the amount comes to is", async () => {
  await placed(limit({ price: "2" }));
  await world.apply([issuer], [pay(address, "1000")]);
  await benSells("5");
  await benSells("100", "2.1");
  await process.work();
  const buy = (fields: object) => limit({ side: "buy", amount: "5", price: "2.5", ...fields });
  expect(await codesOf(buy({}))).toEqual([]);
  expect(await codesOf(buy({ amount: "5.0000001" }))).toEqual(["order-crosses-own"]);
  expect(await codesOf(buy({ kind: "market" }))).toEqual([]);
  expect(await codesOf(buy({ kind: "market", amount: "5.0000001" }))).toEqual(["order-crosses-own"]);
  // What is under way goes first.
  const first = await place(buy({ amount: "3" }));
  expect(await codesOf(buy({ amount: "2" }))).toEqual([]);
  expect(await codesOf(buy({ amount: "2.0000001" }))).toEqual(["order-crosses-own"]);
  const second = await place(buy({ amount: "2" }));
  expect(await settled(first)).toMatchObject({ state: "confirmed" });
  expect(await settled(second)).toMatchObject({ state: "confirmed" });
});

/** A market order for 15 XLM that comes to one's own offer of 10 after Ben's 5; Ben has more behind it. */
async function comesToOwn() {
  const { offerId } = await placed(limit({ price: "2" }));
  await world.apply([issuer], [pay(address, "1000")]);
  await benSells("5");
  await benSells("100", "2.1");
  await process.work();
  return { offerId, order: limit({ kind: "market", side: "buy", amount: "15", price: "2.5" }) };
}

test("a trade takes the own order in its way back in its own transaction, as was agreed, and frees what that bound", async () => {
  const { offerId, order } = await comesToOwn();
  const plan = await planOrder(process.deps, userId, order, () => true);
  expect(plan.refusals).toEqual([]);
  expect(plan.takesBack).toMatchObject([{ offerId, side: "sell" }]);
  expect(plan.steps.map(({ type }) => type)).toEqual(["cancel_offer", "path_payment_strict_receive"]);
  const agreed = { order, takesBack: [offerId], ...confirmation() };
  const [done, again] = await Promise.all([1, 2].map(() => placeOrder(process.deps, traderOf(userId), agreed)));
  expect(again?.id).toBe(done?.id);
  expect(await settled(done ?? { id: 0 })).toMatchObject({ state: "confirmed" });
  const row = await orderCollection(world.database).findOne({ userId, uid: offerId });
  expect(row).toMatchObject({ state: "cancelled" });
  const [xlm] = plan.left.filter(({ asset }) => asset.issuer === "");
  expect(await spendable()).toBe(xlm?.spendable);
});

test("nothing is taken back that was not agreed to, is not one's own, or is being taken back already", async () => {
  const { offerId, order } = await comesToOwn();
  const others = await orderCollection(world.database).findOne({ userId: { $ne: userId }, state: "open" });
  const place = (takesBack: readonly string[]) =>
    codeOf(placeOrder(process.deps, traderOf(userId), { order, takesBack: [...takesBack], ...confirmation() }));
  expect(await place([])).toBe("order-crosses-own");
  expect(await place([others?.offerId ?? "1"])).toBe("order-crosses-own");
  const cancel = { which: "these" as const, offerIds: [offerId] };
  const cancelling = await cancelOrders(process.deps, traderOf(userId), { cancel, ...confirmation() });
  expect(await place([offerId])).toBe("order-under-way");
  await settled(cancelling);
  // What was agreed to is not in the way any more: the trade goes without it.
  const { id } = await placeOrder(process.deps, traderOf(userId), { order, takesBack: [offerId], ...confirmation() });
  const done = await settled({ id });
  expect(done).toMatchObject({ state: "confirmed" });
  expect(done.steps.map(({ type }) => type)).toEqual(["path_payment_strict_receive"]);
});

test("of two confirmations at once that would both take it back, one is told to look again", async () => {
  const { offerId, order } = await comesToOwn();
  const both = await Promise.all(
    [1, 2].map(() =>
      codeOf(placeOrder(process.deps, traderOf(userId), { order, takesBack: [offerId], ...confirmation() })),
    ),
  );
  expect(both.toSorted()).toEqual(["accepted", "order-under-way"]);
});

test("an own order that moved since the review is taken back where it stands now, or left where it no longer is in the way", async () => {
  const { offerId, order } = await comesToOwn();
  const row = await orderCollection(world.database).findOne({ userId, uid: offerId });
  if (!row) throw new Error("there is no order");
  const seen = { amount: row.amount, price: row.price, ledger: row.ledger };
  const moved = { edit: { offerId, amount: "10", price: "2.2", seen }, ...confirmation() };
  await settled(await editOrder(process.deps, traderOf(userId), moved));
  // Ben's are enough now.
  const done = await settled(
    await placeOrder(process.deps, traderOf(userId), { order, takesBack: [offerId], ...confirmation() }),
  );
  expect(done).toMatchObject({ state: "confirmed" });
  expect(await orderCollection(world.database).findOne({ userId, uid: offerId })).toMatchObject({ state: "open" });
});

test("whatever keeps an account from paying keeps it from trading, also what came after it was accepted", async () => {
  expect(await codesOf(limit())).toEqual([]);
  await haltAsset(world.runtime, { assetCode: code, issuer: issuer.publicKey() }, "a test", null);
  expect(await codesOf(limit())).toEqual(["payments-halted"]);
  await resumeAsset(world.database, { assetCode: code, issuer: issuer.publicKey() }, null);
  await setFrozen({ runtime: world.runtime, takersBack: [] }, userId, { isFrozen: true, reason: "", by: userId });
  expect(await codesOf(limit())).toEqual(["account-frozen"]);
  await setFrozen({ runtime: world.runtime, takersBack: [] }, userId, { isFrozen: false, reason: "", by: userId });
  const accepted = await place(limit());
  await setFrozen({ runtime: world.runtime, takersBack: [] }, userId, { isFrozen: true, reason: "", by: userId });
  expect(await settled(accepted)).toMatchObject({ state: "failed", reason: expect.stringContaining("frozen") });
  expect(await orderCollection(world.database).countDocuments({ userId })).toBe(0);
});

test("an issuer who takes the consent back stops trading, wholly or but for open orders", async () => {
  await placed(limit({ amount: "1" }));
  const flags = (authorized: boolean, kept: boolean) =>
    Operation.setTrustLineFlags({
      trustor: address,
      asset: usd,
      flags: { authorized, authorizedToMaintainLiabilities: kept },
    });
  await world.apply([issuer], [flags(false, true)]);
  await process.work();
  expect(await codesOf(limit())).toEqual(["trade-orders-kept-only"]);
  expect(await orderCollection(world.database).findOne({ userId })).toMatchObject({ state: "open" });
  // What is open can be taken back all the same.
  const cancel = await cancelOrders(process.deps, traderOf(userId), { cancel: { which: "all" }, ...confirmation() });
  expect(await settled(cancel)).toMatchObject({ state: "confirmed" });
  await world.apply([issuer], [flags(false, false)]);
  await process.work();
  expect(await codesOf(limit())).toEqual(["trade-not-authorized"]);
});

test("a swap that nobody can carry out any more, and one through assets that are none, change nothing", async () => {
  const swap = {
    direction: "send",
    send: "XLM",
    receive: USD,
    sendAmount: "1",
    receiveAmount: "1",
    path: [],
  } satisfies SwapTerms;
  await settled(await place(limit({ amount: "1", price: "90" })));
  const before = await accountCollection(world.database).findOne({ _id: address });
  const made = await settled(await swapAssets(process.deps, traderOf(userId), { swap, ...confirmation() }));
  expect(made.state).toBe("failed");
  expect(wordsIn("en").said(made.reason ?? "")).toMatch(
    /^Not enough was offered|^The market moved|^An order of the account's own/,
  );
  const after = await accountCollection(world.database).findOne({ _id: address });
  expect(BigInt(before?.balance ?? 0) - BigInt(after?.balance ?? 0)).toBe(100n);
  const nobody = `EUR-${"G".padEnd(56, "A")}`;
  const refused = await planSwap(process.deps, userId, { ...swap, path: [nobody] }, () => false);
  expect(refused.refusals.map(({ code }) => code)).toEqual(["asset-unknown"]);
  const unknown = await planPoolWithdraw(process.deps, userId, {
    poolId: "ab".repeat(32),
    shares: "1",
    minA: "0",
    minB: "0",
  });
  expect(unknown.refusals.map(({ code }) => code)).toEqual(["pool-missing"]);
});

test("the operator's fee is told, agreed to, kept back and paid with the order, and an edit is charged for what it adds", async () => {
  const { database, clock, deps, stellar } = world;
  await makeHouseAccounts(
    database,
    (session) => deps.vault.createKey(session, { userId: HOUSE_USER, purpose: "house" }),
    clock,
  );
  const fees = (await houseAccounts(database)).get("fees") ?? "";
  await askFriendbot(stellar.friendbotUrl, fees);
  await process.work();
  const rule = {
    operationType: "trade",
    feeType: "percent",
    feeValue: "1",
    minFee: null,
    maxFee: null,
    assetCode: "XLM",
    active: true,
  } as const;
  await addFeeRule(database, { id: 900, ...rule, lastUpdated: clock.now() });
  try {
    const plan = await planOrder(process.deps, userId, limit(), () => false);
    expect(plan.fees).toEqual([{ asset: NATIVE, amount: parseAmount("0.1") }]);
    expect(await codeOf(place(limit()))).toBe("fees-risen");
    const agreed = { networkFee: "0.1", operatorFees: [{ assetCode: "XLM", issuer: null, amount: "0.1" }] };
    const made = await settled(
      await placeOrder(process.deps, traderOf(userId), { order: limit(), ...confirmation(), agreed }),
    );
    expect(made.state, made.reason).toBe("confirmed");
    const rows = await database
      .collection("transactions")
      .find({ userId, hash: made.attempt?.hash ?? "" })
      .toArray();
    expect(rows.map(({ type, amount }) => [type, amount])).toContainEqual(["operator_fee", "0.1000000"]);
    const [row] = await orderCollection(database).find({ userId, state: "open" }).toArray();
    const seen = { amount: row?.amount ?? "", price: row?.price ?? { n: 1, d: 1 }, ledger: row?.ledger ?? 0 };
    const more = { offerId: row?.offerId ?? "", amount: "15", price: "2", seen };
    expect((await planOrderEdit(process.deps, userId, more, () => false)).fees).toEqual([
      { asset: NATIVE, amount: parseAmount("0.05") },
    ]);
    expect((await planOrderEdit(process.deps, userId, { ...more, amount: "5" }, () => false)).fees).toEqual([]);
  } finally {
    await database.collection("fee_config").deleteOne({ id: 900 });
  }
});

test("an order of a wallet whose owner's key signs, too, waits for it", async () => {
  const own = Keys.random();
  const draft = { userId, idempotencyKey: `own-key-${userId}-0123456789`, fingerprint: "", kind: "multisig" } as const;
  const on = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      ...draft,
      account: address,
      steps: stepsOf("on", { address, ours: address, own: own.publicKey() }),
      memo: "",
      holds: [],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  await settled(on);
  const { id } = await place(limit());
  await process.work();
  expect(await submissionCollection(world.database).findOne({ id })).toMatchObject({ state: "awaiting-signature" });
  const told = await world.database.collection("notifications").find({ userId }).toArray();
  expect(told.map(({ kind }) => kind)).toContain("trade-signature-wanted");
});
