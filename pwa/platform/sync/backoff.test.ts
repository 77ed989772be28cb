import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeBackoff } from "./backoff.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function waitedMs(backoff: ReturnType<typeof makeBackoff>): Promise<number> {
  const from = Date.now();
  const waited = backoff.wait().then(() => Date.now() - from);
  await vi.runAllTimersAsync();
  return waited;
}

test("each failure in a row doubles the wait, up to the longest", async () => {
  const backoff = makeBackoff(1000, 5000);
  const waits = [];
  for (let failure = 0; failure < 6; failure += 1) {
    waits.push(await waitedMs(backoff));
    backoff.failed();
  }
  expect(waits).toEqual([0, 0, 1000, 2000, 4000, 5000]);
});

test("a reset lets the waiting attempt go at once and forgets the failures", async () => {
  const backoff = makeBackoff(1000, 5000);
  for (let failure = 0; failure < 4; failure += 1) backoff.failed();
  const waited = backoff.wait();
  backoff.reset();
  await waited;
  expect(vi.getTimerCount()).toBe(0);
  expect(await waitedMs(backoff)).toBe(0);
});
