import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { holdingsOverTime, worthOverTime } from "./value-series.ts";

const DAY_MS = 86_400_000;

function moved(atMs: number, change: bigint, kind: Entry["kind"] = "moved"): Entry {
  return { uid: String(atMs), atMs, asset: "XLM", kind, change };
}

function holdings(times: readonly number[], today: bigint, entries: readonly Entry[]) {
  const found = holdingsOverTime(times, new Map([["XLM", today]]));
  for (const entry of entries) found.add(entry);
  return found.result().get("XLM");
}

test("past holdings are what a walk from the beginning finds", () => {
  const change = fc.record({ atMs: fc.integer({ min: 1, max: 1000 }), up: fc.bigInt({ min: 0n, max: 2n ** 62n }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 50 }), (changes) => {
      const entries = changes.map(({ atMs, up }) => moved(atMs, up));
      const today = entries.reduce((sum, entry) => sum + entry.change, 0n);
      const times = [1, 90, 180, 270, 500, 999, 1000];
      const walked = times.map((time) =>
        entries.filter(({ atMs }) => atMs <= time).reduce((sum, entry) => sum + entry.change, 0n),
      );
      expect(holdings(times, today, entries)).toEqual(walked);
    }),
  );
});

test("where the history cannot tell, no holding is made up", () => {
  const times = [0, 10, 20, 30];
  expect(holdings(times, 5n, [moved(15, 7n)])).toEqual([null, null, 5n, 5n]);
  expect(holdings(times, 5n, [moved(15, 2n, "unclear"), moved(25, 1n)])).toEqual([null, null, 4n, 5n]);
  // Newer than the last of the times: part of today's holding, and of no earlier one.
  expect(holdings(times, 5n, [moved(31, 2n)])).toEqual([3n, 3n, 3n, 5n]);
});

test("the worth of a time is known only where every priced holding has a price near it", () => {
  const times = [0, 60 * DAY_MS, 120 * DAY_MS];
  const amounts = new Map([
    ["XLM", [10n, 10n, 20n]],
    ["NKDM", [0n, 0n, 4n]],
    ["LOST", [1n, 1n, 1n]],
    ["GONE", [0n, 0n, 0n]],
  ]);
  const lines = new Map([
    [
      "XLM",
      [
        { atMs: 55 * DAY_MS, n: 3n, d: 1n },
        { atMs: 115 * DAY_MS, n: 2n, d: 1n },
      ],
    ],
    ["NKDM", [{ atMs: 124 * DAY_MS, n: 5n, d: 1n }]],
  ]);
  expect(worthOverTime(times, amounts, lines)).toEqual({
    points: [
      { atMs: 0, worth: null },
      { atMs: 60 * DAY_MS, worth: 30n },
      { atMs: 120 * DAY_MS, worth: 60n },
    ],
    unpriced: ["LOST"],
  });
});
