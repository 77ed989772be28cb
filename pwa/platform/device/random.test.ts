import { expect, test } from "vitest";
import { randomWaitMs } from "./random.ts";

test("waits are spread over all the time there is, and never longer", () => {
  const waits = Array.from({ length: 1000 }, () => randomWaitMs(100));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
  expect(Math.min(...waits)).toBeLessThan(10);
  expect(Math.max(...waits)).toBeLessThan(100);
  expect(Math.max(...waits)).toBeGreaterThan(90);
});
