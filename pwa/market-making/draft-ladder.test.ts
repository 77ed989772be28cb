import { expect, test } from "vitest";
import { offersOf, referenceOf } from "./draft-ladder.ts";
import { TERMS } from "./pool.fixture.ts";
import { draftOf, newDraft } from "./pool-draft.ts";

const REFERENCE = { n: 1n, d: 10n };

test("a draft's ladder stands on both sides of its reference, whatever its stops are so far", () => {
  const offers = offersOf({ ...draftOf(TERMS), maxDailyLoss: "", referenceKind: null }, REFERENCE);
  expect(offers?.filter(({ side }) => side === "buy")).toHaveLength(5);
  expect(offers?.filter(({ side }) => side === "sell")).toHaveLength(5);
  expect(offers?.every(({ side, price }) => (side === "buy" ? Number(price) <= 0.0995 : Number(price) >= 0.1005))).toBe(
    true,
  );
});

test("there is no ladder without a reference, amounts or sizes", () => {
  expect(offersOf(draftOf(TERMS), null)).toBeNull();
  expect(offersOf(newDraft("XLM", "USDC-G"), REFERENCE)).toBeNull();
});

test("a reference is one once it is whole", () => {
  const draft = newDraft("XLM", "USDC-G");
  expect(referenceOf(draft)).toBeNull();
  expect(referenceOf({ ...draft, referenceKind: "pair", pairBase: "XLM" })).toBeNull();
  expect(referenceOf({ ...draft, referenceKind: "mid" })).toEqual({ kind: "mid" });
});
