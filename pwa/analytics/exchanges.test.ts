import { expect, test } from "vitest";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { formatAmount, STROOPS_PER_UNIT } from "#schemas/values/money.ts";
import { entriesOf } from "#pwa/parts/journal/entries.ts";
import { NO_HOLD } from "./holds.ts";
import type { PriceLine } from "./price-line.ts";
import { bookOf } from "./book.ts";

const ONE = STROOPS_PER_UNIT;
const FROM = Date.parse("2026-01-01T00:00:00Z");
const POOL = "ab".repeat(32);
const USDC = { assetCode: "USDC", issuer: "GISSUER" };
const CREATED = aRow({
  uid: "10",
  type: "create_account",
  amount: "10000",
  fee: "0",
  timestamp: "2026-01-01T10:00:00.000Z",
});

function flat(n: bigint, d: bigint): PriceLine {
  return [{ atMs: FROM, n, d }];
}

const LINES = new Map([
  ["XLM", flat(24n, 100n)],
  ["USDC-GISSUER", flat(1n, 1n)],
]);

/** Two rows of one operation: what went, and what came for it. */
function anExchange(
  type: "trade" | "swap",
  uid: string,
  given: Parameters<typeof aRow>[0],
  got: Parameters<typeof aRow>[0],
) {
  const common = { type, fee: "0", timestamp: "2026-01-03T10:00:00.000Z" } as const;
  return [
    aRow({ ...common, ...given, uid, from: "GME", to: "" }),
    aRow({ ...common, ...got, uid: `${uid}-2`, from: "", to: "GME" }),
  ];
}

async function bookWith(rows: Parameters<typeof entriesOf>[0], held: Readonly<Record<string, bigint>>, lines = LINES) {
  return bookOf(
    {
      pieces: [entriesOf(rows, "GME")],
      holds: new Map(
        Object.entries(held).map(([asset, units]) => [asset, { ...NO_HOLD, amount: units * ONE, worth: 0n }]),
      ),
      fromMs: 0,
      nowMs: Date.parse("2026-01-04T00:00:00Z"),
      lines,
    },
    () => false,
  );
}

test("a sale realises what it was paid, whatever the price of the day says", async () => {
  // 9,000 XLM, bought at 0.24, for 2,171.44 USDC: 11.44 above the day's price.
  const sale = anExchange("trade", "20", { amount: "9000" }, { ...USDC, amount: "2171.44" });
  const book = await bookWith([CREATED, ...sale], { XLM: 1000n, "USDC-GISSUER": 0n });
  const xlm = book?.gains.find(({ asset }) => asset === "XLM");
  expect(formatAmount(xlm?.gain?.realised ?? 0n)).toBe("11.4400000");
  expect(xlm?.gain).toMatchObject({ sold: 217_144n * (ONE / 100n), cost: 240n * ONE });
  expect(book?.months).toMatchObject([{ in: 2400n * ONE, out: 0n, uncounted: 0 }]);
});

test("without a dollar in it a trade is worth what its XLM is, and a price for one side is enough", async () => {
  const trade = anExchange("swap", "20", { amount: "100" }, { assetCode: "ODD", issuer: "GISSUER", amount: "5" });
  const book = await bookWith([CREATED, ...trade], { XLM: 9900n, "ODD-GISSUER": 5n });
  expect(book?.gains.find(({ asset }) => asset === "ODD-GISSUER")?.gain).toMatchObject({ cost: 24n * ONE });
});

test("several fills in one transaction are exchanges of their own, and sides that stand apart are found by it", async () => {
  const hash = "cd".repeat(32);
  const one = anExchange("trade", "4294967297", { amount: "1000", hash }, { ...USDC, amount: "240", hash });
  const two = anExchange(
    "trade",
    "4294967298",
    { ...USDC, amount: "120", hash },
    { assetCode: "ODD", issuer: "GISSUER", amount: "6", hash },
  );
  const entries = entriesOf([...two, ...one], "GME");
  expect(entries.map(({ change }) => Number(change) / 1e7)).toEqual([-1000, 240, -120, 6]);
  expect(entries[0]?.legs).toEqual([entries[0], entries[1]]);
  const [given, got] = anExchange("trade", "30", { amount: "1", hash }, { ...USDC, amount: "2", hash });
  if (given === undefined || got === undefined) throw new Error("no rows");
  const apart = entriesOf([given, { ...got, uid: "31" }], "GME");
  expect(apart[0]?.legs).toHaveLength(2);
  // What came for nothing is no exchange.
  expect(entriesOf([got], "GME")).toMatchObject([{ kind: "moved", change: 2n * ONE }]);
});

test("of several amounts on one side each counts its part of what the other paid", async () => {
  const [given, got] = anExchange("trade", "20", { amount: "1000" }, { ...USDC, amount: "250" });
  const second = aRow({ ...given, uid: "20-3", assetCode: "ODD", issuer: "GISSUER", amount: "1" });
  const received = aRow({
    uid: "11",
    assetCode: "ODD",
    issuer: "GISSUER",
    amount: "1",
    fee: "0",
    timestamp: "2026-01-02T10:00:00.000Z",
  });
  if (given === undefined || got === undefined) throw new Error("no rows");
  const lines = new Map([...LINES, ["ODD-GISSUER", flat(60n, 1n)]]);
  const held = { XLM: 9000n, "USDC-GISSUER": 250n, "ODD-GISSUER": 0n };
  const book = await bookWith([CREATED, received, given, got, second], held, lines);
  const sold = book?.gains.map(({ gain }) => Number(gain?.sold ?? 0n) / 1e7);
  // By the day 240 and 60 dollars, and 250 were paid.
  expect(sold).toEqual([200, 0, 50]);
});

test("a deposit into a pool is no loss and no gain beyond its ratio, and the pool costs what went in", async () => {
  const common = {
    type: "pool_deposit" as const,
    from: "GME",
    to: POOL,
    fee: "0",
    timestamp: "2026-01-03T10:00:00.000Z",
  };
  const received = aRow({ ...USDC, uid: "11", amount: "300", fee: "0", timestamp: "2026-01-02T10:00:00.000Z" });
  const rows = [
    CREATED,
    received,
    aRow({ ...common, uid: "40", amount: "1000" }),
    aRow({ ...common, ...USDC, uid: "40-2", amount: "250" }),
  ];
  const entries = entriesOf(rows, "GME");
  expect(entries.map(({ asset, change }) => [asset, change / ONE])).toEqual([
    ["XLM", 10_000n],
    ["USDC-GISSUER", 300n],
    ["XLM", -1000n],
    ["USDC-GISSUER", -250n],
    [`pool:${POOL}`, 500n],
  ]);
  const book = await bookWith(rows, { XLM: 9000n, "USDC-GISSUER": 50n, [`pool:${POOL}`]: 500n });
  const gainOf = (asset: string) => book?.gains.find((one) => one.asset === asset)?.gain;
  expect(gainOf(`pool:${POOL}`)).toMatchObject({ cost: 500n * ONE, realised: 0n });
  expect(gainOf("XLM")).toMatchObject({ realised: 10n * ONE, cost: 2160n * ONE });
  expect(book?.gains.find(({ pair }) => pair !== null)?.pair).toEqual(["XLM", "USDC-GISSUER"]);
});
