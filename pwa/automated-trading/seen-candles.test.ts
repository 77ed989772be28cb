import { expect, test } from "vitest";
import { turned } from "./seen-candles.ts";

test("seen from the other side the highest price is the lowest, and the volumes change places", () => {
  const candle = turned([60_000, "0.25", "0.5", "0.2", "0.4", "100.0000000", "30.0000000", 7]);
  expect(candle).toEqual([60_000, "4", "5", "2", "2.5", "30.0000000", "100.0000000", 7]);
});
