import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "#server/platform/http/log.ts";
import { startLoop } from "./loop.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("failures in a row are logged once, come ever more seldom up to a bound, and the recovery is told", async () => {
  const lines: string[] = [];
  const log = createLog("silent");
  vi.spyOn(log, "error").mockImplementation((...args: unknown[]) => void lines.push(String(args[1])));
  vi.spyOn(log, "info").mockImplementation((...args: unknown[]) => void lines.push(String(args[1])));
  const began = Date.now();
  const runs: number[] = [];
  let isAway = true;
  const loop = startLoop({
    name: "test",
    log,
    failurePauseMs: 2000,
    longestPauseMs: 30_000,
    run: async () => {
      runs.push((Date.now() - began) / 1000);
      if (isAway) throw new Error("away");
      return 1_000_000;
    },
  });
  await vi.advanceTimersByTimeAsync(95_000);
  expect(runs).toEqual([0, 2, 6, 14, 30, 60, 90]);
  expect(lines).toEqual(["a job failed and will run again"]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(lines).toEqual(["a job failed and will run again", "a job works again"]);
  await loop.stop();
});

test("another problem is logged although the one before still stood", async () => {
  const problems: unknown[] = [];
  const log = createLog("silent");
  vi.spyOn(log, "error").mockImplementation((...args: unknown[]) => void problems.push(args[0]));
  const messages = ["away", "away", "broken", "broken"];
  const loop = startLoop({
    name: "test",
    log,
    failurePauseMs: 1000,
    run: async () => {
      throw new Error(messages.shift() ?? "broken");
    },
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(problems).toHaveLength(2);
  await loop.stop();
});
