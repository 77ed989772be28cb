import { expect, test } from "vitest";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { STROOPS_PER_UNIT } from "#schemas/values/money.ts";
import { entriesOf } from "./entries.ts";
import { flowsOf } from "./flows.ts";
import { bookOf } from "./report.ts";

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
        held: new Map([["XLM", held]]),
        fromMs: 0,
        nowMs: Date.parse("2026-01-02T00:00:00Z"),
        lines: LINES,
        worthNow: () => 73n * ONE,
      },
      () => false,
    );
  const whole = await book(725n * (ONE / 10n));
  expect(whole?.gains).toMatchObject([
    { asset: "XLM", gain: { realised: 0n, unrealised: 73n * ONE - 3625n * (ONE / 100n) } },
  ]);
  expect(whole?.fees).toEqual(new Map([["XLM", 15n * (ONE / 10n)]]));
  expect((await book(80n * ONE))?.gains).toEqual([{ asset: "XLM", gain: null }]);
});

test("months without movement stand among the others, and what has no price is counted by itself", () => {
  const flows = flowsOf(LINES);
  const at = (month: number) => new Date(2026, month, 2, 12).getTime();
  flows.add({ atMs: at(0), asset: "XLM", kind: "moved", change: 10n });
  flows.add({ atMs: at(0), asset: "XLM", kind: "fee", change: -4n });
  flows.add({ atMs: at(2), asset: "XLM", kind: "moved", change: -10n });
  expect(flows.months()).toEqual([
    { month: "2026-01", in: 5n, out: 0n, fees: 2n, uncounted: 0 },
    { month: "2026-02", in: 0n, out: 0n, fees: 0n, uncounted: 0 },
    { month: "2026-03", in: 0n, out: 0n, fees: 0n, uncounted: 1 },
  ]);
});

test("a swap is a sale and a purchase at the prices of its time, and nothing that came or went", async () => {
  const usdc = { assetCode: "USDC", issuer: "GISSUER" };
  const swap = { type: "swap" as const, fee: "0", timestamp: "2026-01-03T10:00:00.000Z" };
  const rows = [
    CREATED,
    aRow({ ...swap, uid: "20", from: "GME", to: "", amount: "40" }),
    aRow({ ...swap, ...usdc, uid: "20-2", from: "", to: "GME", amount: "40" }),
  ];
  const from = Date.parse("2026-01-01T00:00:00Z");
  const lines = new Map([
    [
      "XLM",
      [
        { atMs: from, n: 1n, d: 2n },
        { atMs: Date.parse("2026-01-03T00:00:00Z"), n: 1n, d: 1n },
      ],
    ],
    ["USDC-GISSUER", [{ atMs: from, n: 1n, d: 1n }]],
  ]);
  const book = await bookOf(
    {
      pieces: [entriesOf(rows, "GME")],
      held: new Map([
        ["XLM", 60n * ONE],
        ["USDC-GISSUER", 40n * ONE],
      ]),
      fromMs: 0,
      nowMs: Date.parse("2026-01-04T00:00:00Z"),
      lines,
      worthNow: (asset) => (asset === "XLM" ? 60n : 40n) * ONE,
    },
    () => false,
  );
  // 40 XLM had cost 20 dollars and were sold for 40.
  expect(book?.gains).toMatchObject([
    { asset: "XLM", gain: { realised: 20n * ONE, cost: 30n * ONE, unrealised: 30n * ONE } },
    { asset: "USDC-GISSUER", gain: { realised: 0n, cost: 40n * ONE, unrealised: 0n } },
  ]);
  expect(book?.months).toMatchObject([{ in: 50n * ONE, out: 0n, uncounted: 0 }]);
});
