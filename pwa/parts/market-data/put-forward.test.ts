import { expect, test } from "vitest";
import { putForward } from "./put-forward.ts";

const GOLD = `GOLD-${"G".padEnd(56, "A")}`;
const USDX = `USDX-${"G".padEnd(56, "B")}`;

test("a pair has its place whichever way round it is looked at; others have none", () => {
  const { placeOf } = putForward([
    { base: USDX, quote: "XLM" },
    { base: GOLD, quote: USDX },
  ]);
  expect(placeOf({ base: "XLM", quote: USDX })).toBe(0);
  expect(placeOf({ base: GOLD, quote: USDX })).toBe(1);
  expect(placeOf({ base: USDX, quote: GOLD })).toBe(1);
  expect(placeOf({ base: GOLD, quote: "XLM" })).toBeNull();
});

test("where nothing is put forward, everything is", () => {
  expect(putForward([]).placeOf({ base: GOLD, quote: "XLM" })).toBe(0);
});
