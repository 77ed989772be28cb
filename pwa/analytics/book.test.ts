import { expect, test } from "vitest";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { STROOPS_PER_UNIT } from "#schemas/values/money.ts";
import { entriesOf } from "#pwa/parts/journal/entries.ts";
import { flowsOf } from "./flows.ts";
import { NO_HOLD } from "./holds.ts";
import { bookOf } from "./book.ts";

const ONE = STROOPS_PER_UNIT;
const LINES = new Map([["XLM", [{ atMs: Date.parse("2026-01-01T00:00:00Z"), n: 1n, d: 2n }]]]);
const CREATED = aRow({
  uid: "10",
  type: "create_account",
  amount: "100",
  fee: "0",
  timestamp: "2026-01-01T10:00:00.000Z",
});
const SENT = aRow({
  uid: "9",
  type: "send",
  from: "GME",
  to: "GANA",
  amount: "30",
  fee: "0.5",
  timestamp: "2026-01-01T11:00:00.000Z",
});
const CLAIMED = aRow({ uid: "11", amount: "4", fee: "0.5", timestamp: "2026-01-01T11:00:00.000Z" });
const FAILED = aRow({
  uid: "12",
  type: "fee",
  amount: "0",
  fee: "0.5",
  status: "failed",
  timestamp: "2026-01-01T12:00:00.000Z",
});
const ROWS = [FAILED, CLAIMED, SENT, CREATED];

test("rows become changes in the ledger's order, with every fee that was paid", () => {
  expect(entriesOf(ROWS, "GME").map(({ kind, change }) => [kind, Number(change) / 1e7])).toEqual([
    ["moved", 100],
    ["moved", -30],
    ["fee", -0.5],
    ["moved", 4],
    ["fee", -0.5],
    ["fee", -0.5],
  ]);
  expect(entriesOf([aRow({ status: "pending" }), aRow({ type: "trust", amount: "0", fee: "0" })], "GME")).toEqual([]);
});

test("gains are told only where the movements add up to what is held", async () => {
  const entries = entriesOf(ROWS, "GME");
  const book = (held: bigint) =>
    bookOf(
      {
        pieces: [entries],
        holds: new Map([["XLM", { ...NO_HOLD, amount: held, worth: 73n * ONE }]]),
        fromMs: 0,
        nowMs: Date.parse("2026-01-02T00:00:00Z"),
        lines: LINES,
      },
      () => false,
    );
  const whole = await book(725n * (ONE / 10n));
  expect(whole?.gains).toMatchObject([
    // One and a half XLM went as fees, for nothing: what they had cost is a loss.
    { asset: "XLM", gain: { realised: -75n * (ONE / 100n), unrealised: 73n * ONE - 3625n * (ONE / 100n) } },
  ]);
  expect(whole?.fees).toEqual(new Map([["XLM", 15n * (ONE / 10n)]]));
  expect((await book(80n * ONE))?.gains).toMatchObject([{ asset: "XLM", value: 73n * ONE, gain: null }]);
});

test("months without movement stand among the others, and what has no price is counted by itself", () => {
  const flows = flowsOf(LINES);
  const at = (month: number) => new Date(2026, month, 2, 12).getTime();
  flows.add({ uid: "1", atMs: at(0), asset: "XLM", kind: "moved", change: 10n });
  flows.add({ uid: "1", atMs: at(0), asset: "XLM", kind: "fee", change: -4n });
  flows.add({ uid: "1", atMs: at(2), asset: "XLM", kind: "moved", change: -10n });
  expect(flows.months()).toEqual([
    { month: "2026-01", in: 5n, out: 0n, fees: 2n, uncounted: 0 },
    { month: "2026-02", in: 0n, out: 0n, fees: 0n, uncounted: 0 },
    { month: "2026-03", in: 0n, out: 0n, fees: 0n, uncounted: 1 },
  ]);
});
