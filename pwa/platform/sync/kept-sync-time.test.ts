import { afterEach, expect, test, vi } from "vitest";
import { keepSyncTime, keptSyncTime } from "./kept-sync-time.ts";

afterEach(() => vi.unstubAllGlobals());

test("the last sync is known to the next page, and to its owner only", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(keptSyncTime(7)).toBeNull();
  keepSyncTime(7, 1_777_629_600_000);
  keepSyncTime(7, null);
  expect(keptSyncTime(7)).toBe(1_777_629_600_000);
  expect(keptSyncTime(8)).toBeNull();
  kept.set("astrolabe.synced", "7@soon");
  expect(keptSyncTime(7)).toBeNull();
});
