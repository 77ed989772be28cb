import { expect, test } from "vitest";
import type { NetworkStatsOutput } from "#schemas/network-stats.ts";
import { averageCloseSeconds, formatLarge, formatSeconds, nextLookMs, nodeWords } from "./network-rules.ts";

const FEES = { ledgers: 1, transactions: 0, min: "0", p10: "0", p50: "0", p90: "0", p95: "0", p99: "0", max: "0" };

function stats(took: readonly (number | null)[], readAfterMs: number): NetworkStatsOutput {
  let at = Date.UTC(2026, 0, 1);
  const ledgers = took.map((tookSeconds, index) => {
    at += (tookSeconds ?? 0) * 1000;
    const closedAt = new Date(at).toISOString();
    return { sequence: index + 1, closedAt, tookSeconds, transactions: 0, failedTransactions: 0, operations: 0 };
  });
  return {
    passphrase: "Test",
    readAt: new Date(at + readAfterMs).toISOString(),
    ledgers,
    protocol: 23,
    baseFee: "100",
    baseReserve: "0.5",
    totalXlm: "1",
    feePoolXlm: "1",
    fees: FEES,
    ingestedLedger: 1,
    nodes: [],
  };
}

test("the next look comes when the next ledger is due, neither at once nor never", () => {
  expect(averageCloseSeconds(stats([null, 5, 7], 0).ledgers)).toBe(6);
  expect(nextLookMs(stats([null, 5, 7], 2000))).toBe(4300);
  expect(nextLookMs(stats([null, 5, 7], 60_000))).toBe(1000);
  expect(nextLookMs(stats([null, 500, 700], 0))).toBe(10_000);
  expect(nextLookMs(stats([null], 0))).toBe(1000);
});

test("figures and states are said in words", () => {
  expect(formatSeconds(5)).toBe("5 s");
  expect(formatSeconds(5.25)).toBe("5.3 s");
  expect(formatLarge("50001806812.4567890")).toBe("50.0 billion");
  expect(formatLarge("6912345.0000000")).toBe("6.9 million");
  expect(formatLarge("12345.9")).toBe("12,345");
  expect(nodeWords({ name: "Node 1", state: "fresh", behind: 0 })).toBe("Keeps up");
  expect(nodeWords({ name: "Node 2", state: "lagging", behind: 7 })).toBe("Behind the others, 7 ledgers back");
});
