import { expect, test } from "vitest";
import { attemptsLeft, counted, MAX_FAILURES, waitMs } from "./attempts.ts";

const NOW = 1_800_000_000_000;

test("slips of the finger wait for nothing, further ones ever longer, and the tenth leaves none", () => {
  let record = { failures: 0, notBeforeMs: 0 };
  const waits: number[] = [];
  for (let turn = 0; turn < MAX_FAILURES; turn += 1) {
    record = counted(record, NOW);
    waits.push(waitMs(record, NOW));
  }
  expect(waits.slice(0, 2)).toEqual([0, 0]);
  for (let at = 2; at < waits.length - 1; at += 1) expect(waits[at]).toBeGreaterThan(waits[at - 1] ?? 0);
  expect(attemptsLeft(record)).toBe(0);
  expect(attemptsLeft({ failures: 1, notBeforeMs: 0 })).toBe(MAX_FAILURES - 1);
});

test("a wait ends with time, and a clock that was set back makes it no longer than it is", () => {
  const record = counted({ failures: 4, notBeforeMs: 0 }, NOW);
  const waiting = waitMs(record, NOW);
  expect(waitMs(record, NOW + waiting - 1)).toBe(1);
  expect(waitMs(record, NOW + waiting)).toBe(0);
  expect(waitMs(record, NOW - 86_400_000)).toBe(waiting);
});
