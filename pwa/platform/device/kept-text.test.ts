import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptText } from "./kept-text.ts";

const Draft = v.object({ amount: v.string() });
const kept = new Map<string, string>();
let isFull = false;

beforeEach(() => {
  isFull = false;
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("what one person keeps is read by them alone", () => {
  expect(keptText("draft", Draft, 1).read()).toBe(null);
  expect(keptText("draft", Draft, 1).keep({ amount: "5" })).toBe(true);
  expect(keptText("draft", Draft, 1).read()).toEqual({ amount: "5" });
  expect(keptText("draft", Draft, 2).read()).toBe(null);
  keptText("draft", Draft, 1).drop();
  expect(kept.size).toBe(0);
});

test("what has another shape, or is no JSON at all, is as if it were not there", () => {
  for (const text of ["", "{", "null", "[]", '{"userId":1}', '{"userId":"1","amount":"5"}', '{"amount":"5"}']) {
    kept.set("draft", text);
    expect(keptText("draft", Draft, 1).read()).toBe(null);
  }
});

test("what belongs to the device is kept as it is, lists as well", () => {
  keptText("pairs", v.array(v.string()), null).keep(["XLM/USDC"]);
  expect(kept.get("pairs")).toBe('["XLM/USDC"]');
  expect(keptText("pairs", v.array(v.string()), null).read()).toEqual(["XLM/USDC"]);
});

test("a device without room says so, and keeps what it had", () => {
  keptText("draft", Draft, 1).keep({ amount: "5" });
  isFull = true;
  expect(keptText("draft", Draft, 1).keep({ amount: "6" })).toBe(false);
  expect(keptText("draft", Draft, 1).read()).toEqual({ amount: "5" });
});
