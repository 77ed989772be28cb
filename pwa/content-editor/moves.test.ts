import fc from "fast-check";
import { expect, test } from "vitest";
import { moved, placeOfDrop } from "./moves.ts";

test("a move changes the order alone, and back again it is as it was", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 12 }), fc.nat(12), fc.nat(12), (list, from, to) => {
      const next = moved(list, from, to);
      expect(next.toSorted()).toEqual(list.toSorted());
      if (next === list) return;
      expect(next[to]).toBe(list[from]);
      expect(moved(next, to, from)).toEqual(list);
    }),
  );
});

test.each([
  [0, 2, "before", ["b", "a", "c"]],
  [0, 2, "after", ["b", "c", "a"]],
  [2, 0, "before", ["c", "a", "b"]],
  [2, 0, "after", ["a", "c", "b"]],
  [1, 1, "before", ["a", "b", "c"]],
  [1, 0, "after", ["a", "b", "c"]],
] as const)("what is dropped from %i at %i (%s) comes to stand there", (from, over, edge, expected) => {
  expect(moved(["a", "b", "c"], from, placeOfDrop(from, over, edge))).toEqual(expected);
});
