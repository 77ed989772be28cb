import { expect, test } from "vitest";
import { restMs } from "./look.ts";

test("what passes within a minute keeps an order from the next try for eight seconds at most, what lasts for a minute", () => {
  const rests = Array.from({ length: 12 }, (_, index) => restMs(index + 1));
  expect(rests).toEqual([1, 2, 4, 8, 8, 8, 8, 8, 8, 8, 60, 60].map((seconds) => seconds * 1000));
});
