import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { writeSaid } from "#schemas/said.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { endAutomation, stopAllOf } from "#server/automated-trading/pause.ts";
import { playAgain } from "#server/automated-trading/replay.ts";
import {
  type AutomationDocument,
  automationCollection,
  dayCollection,
  signalCollection,
} from "#server/automated-trading/store.ts";
import { pruneSignals, SIGNALS_KEPT } from "#server/automated-trading/prune-signals.ts";
import { OWNER } from "#tests/standing-orders/scene.ts";
import { takeFees } from "./fees.ts";
import { AutomationScene } from "./scene.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let scene: AutomationScene;
beforeAll(async () => {
  scene = await AutomationScene.open();
});
afterAll(() => scene.stop());
afterEach(async () => {
  await scene.database.collection("fee_config").deleteMany({});
  await scene.database.transaction((session) => stopAllOf(scene.deps().runtime, session, OWNER, ""));
  await scene.settle();
});

function end({ uid }: AutomationDocument, status: "paused" | "stopped") {
  return endAutomation(scene.deps().runtime, { userId: OWNER, uid }, status);
}

test("a trade is of one signal, within its limits, and the book is what the ledger did to the stroop", async () => {
  const { uid } = await scene.start(scene.terms({ perTrade: "2", perDay: "3.5" }));
  const before = await scene.scene.dollars();
  for (let turn = 0; turn < 3; turn += 1) {
    await scene.candle(1.1);
    await scene.settle();
  }
  const after = await scene.read(uid);
  const signals = await scene.signals(after);
  expect(signals.map(({ result }) => result)).toEqual(["done", "done", "missed"]);
  expect(signals[2]?.why).toBe(writeSaid("reason.signal-daily-limit"));
  const gone = before - (await scene.scene.dollars());
  expect(parseAmount(after.holdings[0]?.quoteAmount ?? "0")).toBe(parseAmount("20") - gone);
  expect(parseAmount(after.spentToday)).toBe(gone);
  expect(gone).toBeLessThanOrEqual(parseAmount("3.5"));
  expect(after.tradeCount).toBe(2);
  expect(await scene.submissions(after)).toHaveLength(2);
});

test("a stop sells all that was bought as soon as a ledger has its price, and a loss is followed by a pause", async () => {
  const terms = scene.terms({
    strategy: "mean-reversion",
    parameters: { length: 20, width: 1, stopPercent: 10 },
    cooldown: 2,
  });
  await scene.candle(1.2);
  const { uid } = await scene.start(terms);
  await scene.candle(0.9);
  await scene.settle();
  const bought = await scene.read(uid);
  expect(bought.books[0]?.stop).toBeCloseTo(0.81, 6);
  expect(parseAmount(bought.holdings[0]?.baseAmount ?? "0")).toBeGreaterThan(0n);
  await scene.scene.setPrices("0.7", "0.8");
  await scene.settle();
  const sold = await scene.read(uid);
  expect(sold.holdings[0]).toMatchObject({ baseAmount: "0.0000000", stop: null });
  const signals = await scene.signals(sold);
  expect(signals.at(-1)).toMatchObject({ signalType: "sell", result: "done" });
  expect(Number(signals.at(-1)?.profitLoss)).toBeLessThan(0);
  await scene.candle(0.5);
  await scene.settle();
  expect((await scene.signals(sold)).at(-1)).toMatchObject({
    result: "missed",
    why: writeSaid("reason.signal-cooling"),
  });
  await scene.scene.setPrices("0.9", "1.1");
});

test("of candles that closed while nobody looked nothing is traded but the last", async () => {
  const { uid } = await scene.start(scene.terms());
  for (let turn = 0; turn < 3; turn += 1) await scene.candle(1.1);
  scene.forget();
  await scene.settle();
  const signals = await scene.signals(await scene.read(uid));
  expect(signals.map(({ result }) => result)).toEqual(["missed", "missed", "done"]);
  expect(signals[0]?.why).toBe(writeSaid("reason.signal-late"));
});

test("stopped it trades nothing, gives up what is not signed, and says so of its signals", async () => {
  const automation = await scene.start(scene.terms());
  await scene.candle(1.1);
  await scene.look();
  const [under] = await scene.submissions(automation);
  expect(under?.state).toBe("created");
  expect(await end(automation, "stopped")).toMatchObject({ status: "stopped" });
  await scene.candle(1.1);
  await scene.settle();
  expect((await scene.submissions(automation)).map(({ state }) => state)).toEqual(["failed"]);
  const after = await scene.read(automation.uid);
  expect(after).toMatchObject({ status: "stopped", under: null, tradeCount: 0, spentToday: "0.0000000" });
  expect((await scene.signals(after)).map(({ result }) => result)).toEqual(["failed"]);
  await expect(end(automation, "paused")).rejects.toMatchObject({ code: "automation-over" });
  await expect(scene.goOn(automation, "auto")).rejects.toMatchObject({ code: "automation-over" });
});

test("on paper it pauses where it fell too far, until its owner lets it go on from there", async () => {
  const automation = await scene.start(scene.terms({ maxDrawdown: 10, perTrade: "20", parameters: all() }), "alert");
  await scene.candle(1);
  await scene.candle(1);
  await scene.candle(0.5, { open: 1 });
  await scene.settle();
  const paused = await scene.read(automation.uid);
  expect(paused).toMatchObject({
    status: "paused",
    isActive: false,
    reason: writeSaid("reason.automation-drawdown", { percent: 10 }),
  });
  expect(await scene.scene.told()).toContain("automation-paused");
  await scene.candle(0.5);
  await scene.settle();
  expect((await scene.read(automation.uid)).version).toBe(paused.version);
  const again = await scene.goOn(automation, "alert");
  expect(again).toMatchObject({ status: "active", reason: "" });
  expect(Number(again.height)).toBeLessThan(Number(paused.height));
});

/** Half of all that is left, each time. */
function all() {
  return { every: 1, sharePercent: 50, length: 2, dipPercent: 80, dipTimes: 2 };
}

test("what was on paper is nobody's: whoever lets it trade begins with the budget", async () => {
  const automation = await scene.start(scene.terms(), "alert");
  await scene.candle(1);
  await scene.candle(1);
  await scene.settle();
  expect(parseAmount((await scene.read(automation.uid)).holdings[0]?.baseAmount ?? "0")).toBeGreaterThan(0n);
  const trading = await scene.goOn(automation, "auto");
  expect(trading.holdings[0]).toMatchObject({ baseAmount: "0.0000000", quoteAmount: "20.0000000" });
  await scene.candle(1.1);
  await scene.settle();
  expect(await scene.submissions(trading)).toHaveLength(1);
});

test("a grid buys what falls and sells what rises, one rung at a time", async () => {
  const parameters = { lowest: 0.8, highest: 1.4, levels: 4 };
  const { uid } = await scene.start(scene.terms({ strategy: "grid", parameters, slippage: 100 }));
  await scene.candle(1.1);
  await scene.settle();
  expect(await scene.signals(await scene.read(uid))).toEqual([]);
  await scene.scene.setPrices("0.9", "0.95");
  await scene.settle();
  await scene.candle(1.1);
  await scene.scene.setPrices("1.3", "1.5");
  await scene.settle();
  const signals = await scene.signals(await scene.read(uid));
  expect(signals.map(({ signalType, result }) => [signalType, result])).toEqual([
    ["buy", "done"],
    ["sell", "done"],
  ]);
  expect(Number(signals[0]?.averagePrice)).toBeLessThan(1);
  expect(Number(signals[1]?.averagePrice)).toBeGreaterThan(1.2);
  expect(Number(signals[1]?.profitLoss)).toBeGreaterThan(0);
  await scene.scene.setPrices("0.9", "1.1");
});

test("a day that is played again gives the same signals, and one that was changed does not", async () => {
  const automation = await scene.start(scene.terms(), "alert");
  for (const close of [1, 1.05, 0.4, 1.1]) await scene.candle(close);
  await scene.look();
  const now = await scene.read(automation.uid);
  const days = await dayCollection(scene.database).find({ automationId: now.id }).toArray();
  expect(days.length).toBeGreaterThan(0);
  const { runtime } = scene.deps();
  for (const day of days) expect(await playAgain(runtime, now, day)).toMatchObject({ isEqual: true });
  const [signal] = await scene.signals(now);
  await signalCollection(scene.database).updateOne({ uid: signal?.uid ?? "" }, { $set: { signalType: "sell" } });
  const [first] = days;
  if (first) expect(await playAgain(runtime, now, first)).toMatchObject({ isEqual: false });
});

test("what is traded live differs from the back-test of the same candles by the market's steps, and by nothing else", async () => {
  const closes = [1, 1.05, 1.1, 1.06, 1.02, 1.08, 1.12, 1.1];
  await scene.scene.setPrices("0.99", "1.01");
  const { uid } = await scene.start(scene.terms({ budget: "10", perTrade: "2" }));
  let before = closes[0] ?? 1;
  for (const close of closes) {
    // As the candle ends the market stands at its close, half a percent apart.
    await scene.scene.setPrices((close * 0.99).toFixed(7), (close * 1.01).toFixed(7));
    await scene.candle(close, { open: before });
    await scene.settle();
    before = close;
  }
  const now = await scene.read(uid);
  expect(now.tradeCount).toBe(closes.length);
  const days = await dayCollection(scene.database).find({ automationId: now.id }).toArray();
  const played = await Promise.all(days.map((day) => playAgain(scene.deps().runtime, now, day)));
  expect(played.every(({ isEqual }) => isEqual)).toBe(true);
  const given = parseAmount("10") - parseAmount(now.holdings[0]?.quoteAmount ?? "0");
  // The candle after the last one has not come: what was traded live for it the back-test knows nothing of.
  const apart = played.reduce((sum, { difference }) => sum + (difference < 0n ? -difference : difference), 0n);
  expect(apart * 100n).toBeLessThan(given * 3n);
  await scene.scene.setPrices("0.9", "1.1");
});

test("every whole day is played again by itself, and a difference pauses it", async () => {
  const automation = await scene.start(scene.terms(), "alert");
  for (let hour = 0; hour < 25; hour += 1) await scene.candle(1 + hour / 100);
  await scene.look();
  expect((await scene.read(automation.uid)).replays.every(({ isEqual }) => isEqual)).toBe(true);
  await signalCollection(scene.database).deleteOne({ uid: await ofAnOpenDay(automation) });
  for (let hour = 0; hour < 24; hour += 1) await scene.candle(1 + hour / 100);
  await scene.look();
  const now = await scene.read(automation.uid);
  expect(now.replays.length).toBeGreaterThan(0);
  expect(now).toMatchObject({ status: "paused", reason: writeSaid("reason.automation-replay") });
});

/** A signal of a day that was not played again yet. */
async function ofAnOpenDay(automation: AutomationDocument): Promise<string> {
  for (;;) {
    const { replayed } = await scene.read(automation.uid);
    const signals = await scene.signals(automation);
    const open = signals.find(({ candleAt }) => candleAt.toISOString().slice(0, 10) > replayed);
    if (open) return open.uid;
    await scene.candle(1.2);
    await scene.look();
  }
}

test("however many rows were written past the server, a look at the days comes to its end", async () => {
  const { _id, ...row } = await scene.start(scene.terms(), "alert");
  const forged = Array.from({ length: 120 }, (_, index) => ({
    ...row,
    id: row.id + 10_000 + index,
    uid: `forged-${index}`,
    revision: row.revision + 10_000 + index,
    status: "paused",
    replayed: "2000-01-01",
  }));
  await automationCollection(scene.database).insertMany(forged as never);
  await scene.look();
  const untouched = { uid: /^forged-/, replayed: "2000-01-01" };
  expect(await automationCollection(scene.database).countDocuments(untouched)).toBe(120);
  await automationCollection(scene.database).deleteMany({ uid: /^forged-/ });
});

test("of its signals the latest are kept, once their day was played again", async () => {
  const automation = await scene.start(scene.terms(), "alert");
  await scene.candle(1);
  await scene.look();
  const [one] = await scene.signals(automation);
  if (!one) throw new Error("it said nothing");
  const { _id, ...row } = one;
  const many = Array.from({ length: SIGNALS_KEPT + 5 }, (_, index) => ({
    ...row,
    id: row.id + 1000 + index,
    uid: `old-${index}`,
    revision: row.revision + 1000 + index,
    candleAt: new Date(0),
  }));
  await signalCollection(scene.database).insertMany(many as never);
  await pruneSignals(scene.deps().runtime, automation, new Date(1));
  const left = { automatedTradingId: automation.id, deleted: false };
  // The one of today is older by its number, and stays: its day is not over.
  expect(await signalCollection(scene.database).countDocuments(left)).toBe(SIGNALS_KEPT + 1);
  expect((await scene.signals(automation)).some(({ uid, deleted }) => uid === one.uid && !deleted)).toBe(true);
});

test("where the operator takes a share of each trade, a book gives no more than it has, and is empty after its stop", async () => {
  await takeFees(scene, { operationType: "swap", feeType: "percent", feeValue: "1" });
  const parameters = { length: 20, width: 1, stopPercent: 10 };
  const terms = scene.terms({ strategy: "mean-reversion", parameters, perTrade: "20" });
  await scene.candle(1.2);
  const { uid } = await scene.start(terms, "auto", undefined, [{ assetCode: "USD", issuer: usd(), amount: "1" }]);
  await scene.candle(0.9);
  await scene.settle();
  const bought = await scene.read(uid);
  expect(bought.tradeCount).toBe(1);
  const quote = BigInt(bought.books[0]?.held.quote ?? "-1");
  expect(quote).toBeGreaterThanOrEqual(0n);
  // What the house cannot take, for want of a line, is left.
  expect(quote).toBeLessThan(parseAmount("0.2"));
  await scene.scene.setPrices("0.7", "0.8");
  await scene.settle();
  const sold = await scene.read(uid);
  expect(sold.books[0]).toMatchObject({ held: { base: "0" }, stop: null, cost: "0" });
  const fees = await scene.database
    .collection("transactions")
    .countDocuments({ userId: OWNER, type: "operator_fee", assetCode: "XLM" });
  expect(fees).toBe(1);
  await scene.scene.setPrices("0.9", "1.1");
});

test("where a start costs something it begins once that is paid, and whoever stops it before pays nothing", async () => {
  await takeFees(scene, { operationType: "automation", feeType: "flat", feeValue: "2" });
  const paid = { agreed: { networkFee: "0.1", operatorFees: [{ assetCode: "XLM", issuer: null, amount: "2" }] } };
  await expect(scene.start(scene.terms())).rejects.toMatchObject({ code: "fees-risen" });
  const waiting = await scene.start(scene.terms(), "auto", undefined, [], paid.agreed);
  expect(waiting).toMatchObject({ status: "inactive", isActive: false, paymentStatus: "pending" });
  await end(waiting, "stopped");
  await scene.settle();
  expect(await scene.read(waiting.uid)).toMatchObject({ status: "stopped" });
  const wallet = () =>
    scene.database.collection("transactions").countDocuments({ userId: OWNER, type: "operator_fee" });
  const before = await wallet();
  const begun = await scene.start(scene.terms(), "auto", undefined, [], paid.agreed);
  await scene.candle(1.1);
  await scene.settle();
  expect(await scene.read(begun.uid)).toMatchObject({ status: "active", paymentStatus: "paid" });
  expect(await wallet()).toBe(before + 1);
});

function usd(): string {
  return scene.scene.USD.split("-")[1] ?? "";
}

test("what was written past the server trades nothing", async () => {
  const automation = await scene.start(scene.terms());
  const forged = { "terms.perTrade": "9000.0000000", "books.0.held.quote": "90000000000" };
  await automationCollection(scene.database).updateOne({ uid: automation.uid }, { $set: forged });
  await scene.candle(1.1);
  await scene.settle();
  expect(await scene.submissions(automation)).toEqual([]);
  const issue = { "metadata.automationId": automation.id };
  expect(await scene.database.collection("system_issues").findOne(issue)).not.toBeNull();
});
