import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLastTotal, readLastTotal } from "./last-total.ts";

const TOTAL = { usd: 123_456_789_012_345_678_901n, xlm: 25_000_000n, atMs: 1_800_000_000_000 };
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("the last total comes back to the unit, with the time it is of", () => {
  keepLastTotal(7, TOTAL);
  expect(readLastTotal(7)).toEqual(TOTAL);
  keepLastTotal(7, { ...TOTAL, usd: null });
  expect(readLastTotal(7)).toEqual({ ...TOTAL, usd: null });
});

test("nobody else is shown it, and nothing is kept or shown of a device that is locked", () => {
  keepLastTotal(7, TOTAL);
  expect(readLastTotal(8)).toBeNull();
  stored.set("astrolabe.lock", "{}");
  expect(readLastTotal(7)).toBeNull();
  stored.delete("astrolabe.last-total");
  keepLastTotal(7, TOTAL);
  expect([...stored.keys()]).toEqual(["astrolabe.lock"]);
});

test("what has not the shape of today is nothing", () => {
  stored.set("astrolabe.last-total", JSON.stringify({ userId: 7, usd: "1.5", xlm: null, atMs: 1 }));
  expect(readLastTotal(7)).toBeNull();
});
