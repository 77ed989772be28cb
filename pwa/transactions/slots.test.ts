import { expect, test } from "vitest";
import { openSlots } from "./slots.ts";

test("rows that stay keep their elements, and those that come take what is free", () => {
  const take = openSlots();
  expect([...take(["a", "b", "c"])]).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 2],
  ]);
  const next = take(["b", "c", "d", "e"]);
  expect([next.get("b"), next.get("c"), next.get("d"), next.get("e")]).toEqual([1, 2, 0, 3]);
});

test("no two rows are drawn in one element, wherever a list is scrolled to", () => {
  const take = openSlots();
  for (const first of [0, 11, 5, 300, 290, 0]) {
    const keys = Array.from({ length: 37 }, (_, index) => `row ${first + index}`);
    const slots = take(keys);
    expect(new Set(slots.values()).size).toBe(keys.length);
    expect(Math.max(...slots.values())).toBeLessThan(keys.length);
  }
});
