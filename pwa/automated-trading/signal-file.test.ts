import { expect, test } from "vitest";
import { writeSaid } from "#schemas/said.ts";
import { signalsCsv } from "./signal-file.ts";
import type { Signal } from "./use-automations.ts";

const SIGNAL: Signal = {
  uid: "3-XLM-1",
  id: 9,
  automatedTradingId: 3,
  signalType: "sell",
  base: "XLM",
  quote: "USDC-G",
  price: "0.25",
  confidence: "0.4",
  description: writeSaid("said.trend-ends", { fast: 0.25, slow: 0.26, close: 0.24 }),
  signalSource: "trend-following 1h",
  candleAt: "2026-11-27T10:00:00.000Z",
  executed: true,
  executionDate: "2026-11-27T11:00:05.000Z",
  isPaper: false,
  result: "done",
  why: "",
  baseAmount: "100.0000000",
  quoteAmount: "24.0000000",
  averagePrice: "0.24",
  profitLoss: "-1.5000000",
  hash: "ab",
};

test("signals are lines that say why by codes, and a loss is a number in them", () => {
  const [header, line] = signalsCsv([SIGNAL]).split("\r\n");
  expect(header?.split(",")).toHaveLength(19);
  expect(line).toBe(
    "3,2026-11-27T10:00:00.000Z,XLM,USDC-G,sell,0.25,0.4,trend-following 1h,trend-ends,fast=0.25 slow=0.26 close=0.24,done,,no,2026-11-27T11:00:05.000Z,100.0000000,24.0000000,0.24,-1.5000000,ab",
  );
});

test("what was not traded is empty, and why it was not is told", () => {
  const missed = { ...SIGNAL, executed: false, executionDate: null, result: "missed" as const, hash: "" };
  const none = { baseAmount: null, quoteAmount: null, averagePrice: null, profitLoss: null };
  const csv = signalsCsv([{ ...missed, ...none, why: writeSaid("reason.signal-cooling") }]);
  expect(csv).toContain("missed,signal-cooling,no,,,,,,\r\n");
});

test("no text in it is a formula", () => {
  expect(signalsCsv([{ ...SIGNAL, signalSource: "=1+1" }])).toContain(",'=1+1,");
  expect(signalsCsv([])).toContain("automation,candle,");
});
