import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "#server/platform/http/log.ts";
import { stopAll } from "./stop-all.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what does not end in time is named, and what has ended is not", async () => {
  const log = createLog("silent");
  const warnings = vi.spyOn(log, "warn");
  const held = Promise.withResolvers<void>();
  const stopping = stopAll({ prices: { stop: () => Promise.resolve() }, money: { stop: () => held.promise } }, log);
  await vi.advanceTimersByTimeAsync(3999);
  expect(warnings).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(warnings).toHaveBeenCalledExactlyOnceWith({ jobs: ["money"] }, "some jobs take long to stop");
  held.resolve();
  await stopping;
});
