import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepCosts, readKeptCosts } from "./kept-costs.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("what trading costs is known offline to whoever was told of it", () => {
  const costs = { feePpm: 1000, flat: "0.0000100", spreadPpm: 2000, depthPpm: 100_000 };
  expect(readKeptCosts(1)).toBeNull();
  keepCosts(1, costs);
  expect(readKeptCosts(1)).toEqual(costs);
  expect(readKeptCosts(2)).toBeNull();
});
