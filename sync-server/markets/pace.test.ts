import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

/** Ledgers that close every `intervalMs`, give or take; answers with the delays in seeing them and the looks at each. */
function follow(intervalMs: number, jitterMs: number, ledgers: number) {
  const pace = new Pace();
  let nowMs = 0;
  let seen = 0;
  const delays: number[] = [];
  let looks = 0;
  // Early and late in turns, as far as it goes.
  const closesAt = (ledger: number) => ledger * intervalMs + (ledger % 2 === 0 ? jitterMs : -jitterMs);
  while (seen < ledgers) {
    looks += 1;
    let newest = seen;
    while (closesAt(newest + 1) <= nowMs) newest += 1;
    if (newest > seen) delays.push(nowMs - closesAt(newest));
    seen = newest;
    pace.note(seen, nowMs);
    nowMs += pace.pauseMs(nowMs);
  }
  return { settled: delays.slice(20), looksEach: looks / ledgers };
}

test.each([
  [1000, 20],
  [5000, 200],
  [200, 5],
])("a ledger every %i ms is seen within a few looks, however long that is", (intervalMs, jitterMs) => {
  const { settled, looksEach } = follow(intervalMs, jitterMs, 200);
  expect(Math.max(...settled)).toBeLessThanOrEqual(Math.max(20, intervalMs / 20) + 1);
  expect(looksEach).toBeLessThan(9);
});

test("a network that stands still is asked once a second, and one that goes on again is followed as before", () => {
  const pace = new Pace();
  for (let ledger = 1; ledger <= 20; ledger += 1) pace.note(ledger, ledger * 1000);
  expect(pace.pauseMs(20_000)).toBeGreaterThan(700);
  expect(pace.pauseMs(20_900)).toBeLessThanOrEqual(50);
  expect(pace.pauseMs(60_000)).toBe(1000);
  pace.note(21, 60_000);
  pace.note(22, 61_000);
  expect(pace.pauseMs(61_900)).toBeGreaterThan(0);
});
