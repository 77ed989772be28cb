import { expect, test } from "vitest";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { NO_FILTER, type TransactionFilter } from "./filter.ts";
import { type HeldAsset, openTallies } from "./tallies.ts";

const XLM = { assetCode: "XLM", issuer: "" };
const USD = { assetCode: "USD", issuer: "GISSUER" };
const HISTORY = [
  aRow({ type: "create_account", amount: "100.0000000", fee: "0", timestamp: "2026-01-10T00:00:00.000Z" }),
  aRow({ type: "send", from: "GME", to: "GANA", amount: "10", fee: "0.00001", timestamp: "2026-02-10T00:00:00.000Z" }),
  aRow({ ...USD, amount: "5", fee: "0", timestamp: "2026-02-11T00:00:00.000Z" }),
  aRow({
    ...USD,
    type: "send",
    from: "GME",
    to: "GANA",
    amount: "2",
    fee: "0.00001",
    timestamp: "2026-03-10T00:00:00.000Z",
  }),
  aRow({
    type: "send",
    from: "GME",
    to: "GX",
    amount: "50",
    fee: "0.00001",
    status: "failed",
    timestamp: "2026-03-11T00:00:00.000Z",
  }),
  aRow({
    type: "send",
    from: "GME",
    to: "GX",
    amount: "7",
    fee: "0.00001",
    status: "pending",
    timestamp: "2026-03-12T00:00:00.000Z",
  }),
];
const HELD: readonly HeldAsset[] = [
  { ...XLM, balance: "89.9999700" },
  { ...USD, balance: "3.0000000" },
];

function tallied(filter: Partial<TransactionFilter>, held = HELD, isShown: (row: MovementRow) => boolean = () => true) {
  const tallies = openTallies({ ...NO_FILTER, ...filter }, "GME", held);
  for (const row of HISTORY) tallies.add(row, isShown(row));
  return tallies.read();
}

test("a whole history ends at what is held, and began with nothing", () => {
  expect(tallied({})).toEqual([
    {
      ...XLM,
      received: "100.0000000",
      sent: "10.0000000",
      fees: "0.0000300",
      opening: "0.0000000",
      closing: "89.9999700",
    },
    { ...USD, received: "5.0000000", sent: "2.0000000", fees: "0.0000000", opening: "0.0000000", closing: "3.0000000" },
  ]);
});

test("a period begins with what was there before it, and opening, in, out and fees come to its end", () => {
  const isShown = ({ timestamp }: MovementRow) => timestamp >= "2026-02-01" && timestamp < "2026-03-01";
  const [xlm, usd] = tallied({ from: "2026-02-01", to: "2026-02-28" }, HELD, isShown);
  expect(xlm).toMatchObject({ opening: "100.0000000", sent: "10.0000000", fees: "0.0000100", closing: "89.9999900" });
  expect(usd).toMatchObject({ opening: "0.0000000", received: "5.0000000", closing: "5.0000000" });
});

test("balances are not made up where the rows do not come to what is held, or not all are shown", () => {
  const [xlm, usd] = tallied({}, [{ ...XLM, balance: "90.0000000" }]);
  expect([xlm?.opening, xlm?.closing, usd?.opening]).toEqual([null, null, null]);
  for (const filter of [{ type: "send" }, { who: "ana" }, { text: "rent" }, { asset: "XLM" }] as const)
    expect(tallied(filter)[0]).toMatchObject({ opening: null, closing: null, sent: "10.0000000" });
  const onlyUsd = tallied({ asset: "USD-GISSUER" }, HELD, (row) => row.assetCode === "USD");
  expect(onlyUsd.find(({ assetCode }) => assetCode === "USD")).toMatchObject({
    opening: "0.0000000",
    closing: "3.0000000",
  });
});
