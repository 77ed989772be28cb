import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { NetworkError } from "#server/platform/network/network.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { setFrozen } from "#server/security/freeze.ts";
import { cancelAllOf, cancelStanding, takesBackOrders } from "#server/standing-orders/cancel-standing.ts";
import { skipPayment } from "#server/standing-orders/skip-payment.ts";
import { standingCollection } from "#server/standing-orders/store.ts";
import { protect } from "#tests/support/seals.ts";
import { DAY_MS, HOUR_MS, Payer, WEEK_MS } from "./payments.ts";
import { OWNER, Scene } from "./scene.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { writeSaid } from "#schemas/said.ts";

// Each waits for ledgers that a database and a network have to write, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let scene: Scene;
let payer: Payer;

beforeAll(async () => {
  scene = await Scene.open();
  payer = await Payer.of(scene);
  await scene.world.database.collection("users").insertOne({ id: OWNER, username: "owner" });
});
afterAll(() => scene.stop());
afterEach(async () => {
  await scene.world.database.transaction((session) => cancelAllOf(scene.world.runtime, session, OWNER, ""));
  await protect(scene.world.runtime, OWNER, { transactionLimit: "1000", dailyLimit: null, isAllowListOn: false });
  // Nothing counts against the limits of the next one.
  scene.world.clock.advance(2 * DAY_MS);
});

async function news(): Promise<{ kind: string; detail: string; party: string; amount: string }[]> {
  const { database } = scene.world;
  const kinds = { $regex: "^repeat-" };
  const rows = await database
    .collection("notifications")
    .find({ userId: OWNER, kind: kinds }, { sort: { id: 1 } })
    .toArray();
  const { said } = wordsIn("en");
  return rows.map(({ kind, detail, party, amount }) => ({ kind, detail: said(detail), party, amount }));
}

/** What was told since this was called. */
async function toldFrom(): Promise<() => Promise<string[]>> {
  const before = (await news()).length;
  return async () => (await news()).slice(before).map(({ kind }) => kind);
}

test("a payment goes out on each of its dates, announced once a day ahead, and ends with its last", async () => {
  const told = await toldFrom();
  const before = await payer.received();
  const { uid, nextAt, terms } = await payer.repeat({ every: "month", times: 2, memo: "rent" });
  expect(nextAt?.toISOString()).toBe(terms.startsAt);
  await payer.pass(DAY_MS);
  expect(await told()).toEqual([]);
  scene.world.clock.advance(DAY_MS - HOUR_MS);
  await Promise.all([scene.look(), scene.look(), scene.look()]);
  expect(await told()).toEqual(["repeat-announced"]);
  expect((await news()).at(-1)).toMatchObject({ party: payer.payee, amount: "10.0000000" });
  await payer.pass(25 * HOUR_MS - 60_000 * 30);
  expect(await payer.received()).toBe(before);
  expect(await payer.order(uid)).toMatchObject({ state: "waiting", runs: [] });
  await payer.pass(HOUR_MS);
  expect((await payer.received()) - before).toBe(100_000_000n);
  const once = await payer.order(uid);
  expect(once).toMatchObject({ state: "waiting", runsDone: 1, runsMissed: 0, runs: [{ number: 1, outcome: "done" }] });
  expect(await scene.submissionsOf(once)).toMatchObject([{ kind: "send", memo: "rent", feeLimit: "1000000" }]);
  await payer.pass((once.nextAt?.getTime() ?? 0) - scene.world.clock.now().getTime() + HOUR_MS);
  expect(await payer.order(uid)).toMatchObject({ state: "done", runsDone: 2, nextAt: null });
  expect((await payer.received()) - before).toBe(200_000_000n);
  expect(await told()).toEqual(["repeat-announced", "repeat-announced", "repeat-ended"]);
});

test("after weeks without the server nothing is made up for: what nobody was told of is left out, the next one comes as planned", async () => {
  const told = await toldFrom();
  const before = await payer.received();
  const { uid } = await payer.repeat();
  await payer.pass(3 * DAY_MS + 2 * WEEK_MS + HOUR_MS, false);
  await Promise.all([scene.look(), scene.look()]);
  await scene.settle();
  expect(await payer.received()).toBe(before);
  expect(await payer.order(uid)).toMatchObject({ state: "waiting", runsDone: 0, runsMissed: 3, runs: [{ number: 3 }] });
  expect(await told()).toEqual(["repeat-missed"]);
  await payer.pass(WEEK_MS);
  expect((await payer.received()) - before).toBe(100_000_000n);
  expect(await told()).toEqual(["repeat-missed", "repeat-announced"]);
});

test("an announced one still goes out where the server was away at its time, up to a day late and no later", async () => {
  const before = await payer.received();
  const { uid } = await payer.repeat({ inMs: 25 * HOUR_MS + 1000 });
  await payer.pass(2000);
  await payer.pass(48 * HOUR_MS, false);
  await scene.settle();
  expect((await payer.received()) - before).toBe(100_000_000n);
  await payer.pass(WEEK_MS - 2 * DAY_MS);
  expect((await news()).at(-1)).toMatchObject({ kind: "repeat-announced" });
  await payer.pass(3 * DAY_MS + HOUR_MS, false);
  await scene.settle();
  expect((await payer.received()) - before).toBe(100_000_000n);
  const order = await payer.order(uid);
  expect(order.runs.at(-1)).toMatchObject({ number: 2, outcome: "missed", reason: writeSaid("reason.late") });
});

test("where funds are short it is left out with a word why, not tried again on that date, and never made up for", async () => {
  await protect(scene.world.runtime, OWNER, { transactionLimit: "100000", dailyLimit: null });
  const rest = 9_000;
  const { uid } = await payer.repeat({ amount: String(rest), times: 2, inMs: HOUR_MS });
  const before = await payer.received();
  await payer.pass(2 * HOUR_MS);
  expect((await payer.received()) - before).toBe(BigInt(rest) * 10_000_000n);
  await payer.pass(WEEK_MS);
  const order = await payer.order(uid);
  expect(order).toMatchObject({ state: "done", runsDone: 1, runsMissed: 1 });
  expect(wordsIn("en").said(order.runs.at(-1)?.reason ?? "")).toContain("XLM at most");
  const [missed] = (await news()).slice(-2);
  expect(missed).toMatchObject({ kind: "repeat-missed", detail: "There was too little to pay it." });
  await payer.pass(DAY_MS);
  expect(await scene.submissionsOf(order)).toHaveLength(1);
});

test("it is held to the limits and the list of its day, as any payment is", async () => {
  const { runtime } = scene.world;
  await protect(runtime, OWNER, { transactionLimit: "1000", dailyLimit: "15" });
  const [one, other] = [await payer.repeat({ inMs: HOUR_MS }), await payer.repeat({ inMs: HOUR_MS })];
  await payer.pass(2 * HOUR_MS);
  const orders = [await payer.order(one.uid), await payer.order(other.uid)];
  expect(orders.map(({ runsDone, runsMissed }) => [runsDone, runsMissed]).toSorted()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect((await news()).at(-1)).toMatchObject({ detail: "It would have been above one of your limits." });
  await protect(runtime, OWNER, { dailyLimit: null, isAllowListOn: true });
  await payer.pass(WEEK_MS);
  expect((await news()).at(-1)?.detail).toContain("not on your list of allowed recipients");
  await expect(payer.repeat()).rejects.toMatchObject({ code: "recipient-not-allowed" });
});

test("while the network cannot be reached it waits, and goes out once it can be", async () => {
  const { uid } = await payer.repeat({ inMs: HOUR_MS });
  const before = await payer.received();
  scene.world.clock.advance(2 * HOUR_MS);
  const { deps, work } = scene.here;
  const network = { ...deps.network, feeBid: () => Promise.reject(new NetworkError("no node")) };
  await scene.look({ work, deps: { ...deps, network } });
  expect(await payer.order(uid)).toMatchObject({ state: "waiting", trouble: { code: "network-unreachable" } });
  scene.world.clock.advance(5 * HOUR_MS);
  await scene.settle();
  expect(await payer.order(uid)).toMatchObject({ runsDone: 1, reason: "", trouble: null });
  expect((await payer.received()) - before).toBe(100_000_000n);
});

test("whom a name led to when it was confirmed is paid, with the memo of then, wherever it leads later", async () => {
  const { payee, resolved } = payer;
  resolved.memo = { type: "text", text: "number 7" };
  const { uid, terms } = await payer.repeat({ to: "ana*example.com", inMs: HOUR_MS });
  expect(terms).toMatchObject({ to: payee, named: "ana*example.com", memo: "number 7" });
  const thief = (await scene.world.stranger()).publicKey();
  Object.assign(resolved, { address: thief, memo: null });
  const before = await payer.received();
  await payer.pass(2 * HOUR_MS);
  expect((await payer.received()) - before).toBe(100_000_000n);
  expect(await scene.submissionsOf(await payer.order(uid))).toMatchObject([{ memo: "number 7" }]);
  Object.assign(resolved, { address: payee });
});

test("one is left out, once however often it is asked; cancelled, nothing more comes of it", async () => {
  const { runtime } = scene.world;
  const { uid, nextAt } = await payer.repeat();
  const before = await payer.received();
  const at = nextAt?.toISOString() ?? "";
  await Promise.all([skipPayment(runtime, OWNER, { uid, at }), skipPayment(runtime, OWNER, { uid, at })]);
  const order = await payer.order(uid);
  expect(order).toMatchObject({ runsMissed: 1, runs: [{ number: 1, outcome: "cancelled" }] });
  expect(order.nextAt?.getTime()).toBe((nextAt?.getTime() ?? 0) + WEEK_MS);
  await payer.pass(WEEK_MS);
  expect(await payer.received()).toBe(before);
  await expect(skipPayment(runtime, OWNER + 1, { uid, at })).rejects.toMatchObject({ code: "durable-unknown" });
  expect(await cancelStanding(runtime, OWNER, uid)).toMatchObject({ state: "cancelled" });
  await payer.pass(2 * WEEK_MS);
  expect(await payer.received()).toBe(before);
});

test("a frozen account's are cancelled, and one under way that is not signed with them", async () => {
  const { runtime } = scene.world;
  const { uid } = await payer.repeat({ inMs: HOUR_MS });
  scene.world.clock.advance(2 * HOUR_MS);
  await scene.look();
  const takersBack = [takesBackOrders(runtime)];
  for (const isFrozen of [true, false])
    await setFrozen({ runtime, takersBack }, OWNER, { isFrozen, reason: "a test", by: OWNER });
  await scene.settle();
  const order = await payer.order(uid);
  expect(order).toMatchObject({ state: "cancelled", submissionId: null });
  expect((await scene.submissionsOf(order)).map(({ state }) => state)).toEqual(["failed"]);
});

test("setting one up asks for what a payment asks for; what may pass by its date only warns", async () => {
  const planned = await payer.plan({ amount: "900", to: payer.payee });
  expect(planned).toMatchObject({ refusals: [], verdict: { needs: { password: true, secondFactor: true } } });
  await protect(scene.world.runtime, OWNER, { dailyLimit: "15" });
  const warned = await payer.plan({ amount: "900" });
  expect(warned.refusals).toEqual([]);
  expect(warned.warnings.map(({ code }) => code)).toContain("daily-limit-exceeded");
  await protect(scene.world.runtime, OWNER, { dailyLimit: null });
  const codes = async (fields: Parameters<Payer["plan"]>[0]) =>
    (await payer.plan(fields)).refusals.map(({ code }) => code);
  expect(await codes({ amount: "1001" })).toEqual(["limit-exceeded"]);
  expect(await codes({ inMs: -HOUR_MS })).toEqual(["durable-start-wrong"]);
  expect(await codes({ expiresAt: new Date(0).toISOString() })).toEqual(["durable-end-wrong"]);
  expect(await codes({ to: scene.address })).toEqual(["recipient-is-self"]);
});

test.each([
  ["recipient", (other: string) => ({ "terms.to": other })],
  ["amount", () => ({ "terms.amount": "500.0000000" })],
  ["first date", () => ({ firstDate: new Date(0), nextAt: new Date(0), payableFrom: new Date(0) })],
])("one whose %s was changed in the database pays nobody", async (_what, change) => {
  const { uid } = await payer.repeat({ inMs: HOUR_MS });
  const thief = (await scene.world.stranger()).publicKey();
  await standingCollection(scene.world.database).updateOne({ uid }, { $set: change(thief) });
  const before = await submissionCollection(scene.world.database).countDocuments({ userId: OWNER });
  scene.world.clock.advance(2 * HOUR_MS);
  await scene.look();
  expect(await submissionCollection(scene.world.database).countDocuments({ userId: OWNER })).toBe(before);
  await standingCollection(scene.world.database).deleteOne({ uid });
});

test("one that was set back in the database pays no date twice, and none before it has come", async () => {
  const order = await payer.repeat({ inMs: HOUR_MS });
  const before = await payer.received();
  await payer.pass(2 * HOUR_MS);
  const past = {
    runsBegun: 0,
    nextAt: order.nextAt,
    payableFrom: order.nextAt,
    submissionId: null,
    state: "waiting" as const,
  };
  await standingCollection(scene.world.database).updateOne({ uid: order.uid }, { $set: past });
  await scene.settle();
  await standingCollection(scene.world.database).updateOne({ uid: order.uid }, { $set: { ...past, runsBegun: 1 } });
  await scene.settle();
  expect((await payer.received()) - before).toBe(100_000_000n);
  await standingCollection(scene.world.database).deleteOne({ uid: order.uid });
});
