import { expect, test } from "vitest";
import type { CandleRow } from "#schemas/market-data.ts";
import { newTrades, withTrades } from "./fold-candles.ts";
import { aTrade } from "./market.fixture.ts";

const NOON = Date.parse("2026-01-01T12:00:00.000Z");
const CANDLE: CandleRow = [NOON, "0.25", "0.26", "0.24", "0.25", "100.0000000", "25.0000000", 3];

test("a trade within the last candle moves its close, high, low and volumes", () => {
  const trades = [
    aTrade("1-0", 5, "2026-01-01T12:04:59.000Z", "0.27"),
    aTrade("2-0", 5, "2026-01-01T12:04:59.000Z", "0.2"),
  ];
  expect(withTrades([CANDLE], trades, "5m")).toEqual([
    [NOON, "0.25", "0.27", "0.2", "0.2", "104.0000000", "26.0000000", 5],
  ]);
});

test("a trade after it begins the next one, at its own stretch of time", () => {
  const trades = [aTrade("1-0", 5, "2026-01-01T12:17:01.000Z", "0.3")];
  expect(withTrades([CANDLE], trades, "5m")[1]).toEqual([
    Date.parse("2026-01-01T12:15:00.000Z"),
    "0.3",
    "0.3",
    "0.3",
    "0.3",
    "2.0000000",
    "0.5000000",
    1,
  ]);
});

test("only what came after the candles is counted, once", () => {
  const at = "2026-01-01T12:00:00.000Z";
  const tape = [aTrade("9-0", 12, at, "1"), aTrade("8-0", 11, at, "1"), aTrade("7-0", 10, at, "1")];
  expect(newTrades(tape, null, 10, false)?.map(({ id }) => id)).toEqual(["8-0", "9-0"]);
  expect(newTrades(tape, "8-0", 10, false)?.map(({ id }) => id)).toEqual(["9-0"]);
  expect(newTrades(tape, "9-0", 10, false)).toEqual([]);
});

test("a tape that does not reach back says so", () => {
  const tape = [aTrade("9-0", 12, "2026-01-01T12:00:00.000Z", "1")];
  expect(newTrades(tape, "5-0", 10, false)).toBeNull();
  expect(newTrades(tape, null, 10, true)).toBeNull();
  expect(newTrades(tape, null, 10, false)).toHaveLength(1);
});
