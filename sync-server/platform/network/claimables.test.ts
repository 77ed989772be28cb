import type { ClaimPredicateWire } from "@stellar/stellar-sdk/xdr";
import fc from "fast-check";
import { expect, test } from "vitest";
import { spansOf } from "./claimables.ts";

const before = (seconds: bigint): ClaimPredicateWire => ({ type: 4, absBefore: seconds });
const not = (part: ClaimPredicateWire): ClaimPredicateWire => ({ type: 3, notPredicate: part });
const and = (...parts: ClaimPredicateWire[]): ClaimPredicateWire => ({ type: 1, andPredicates: parts });
const or = (...parts: ClaimPredicateWire[]): ClaimPredicateWire => ({ type: 2, orPredicates: parts });
const ALWAYS: ClaimPredicateWire = { type: 0 };

/** As the ledger's rules say it, word by word. */
function holds(predicate: ClaimPredicateWire, seconds: number): boolean {
  switch (predicate.type) {
    case 0:
      return true;
    case 1:
      return predicate.andPredicates.every((part) => holds(part, seconds));
    case 2:
      return predicate.orPredicates.some((part) => holds(part, seconds));
    case 3:
      return predicate.notPredicate !== null && !holds(predicate.notPredicate, seconds);
    case 4:
      return BigInt(seconds) < predicate.absBefore;
    case 5:
      return false;
  }
}

/** So few moments that predicates meet each other's ends. */
const MOMENTS = 12;
const moment = fc.integer({ min: 0, max: MOMENTS });
const { predicate } = fc.letrec<{ predicate: ClaimPredicateWire }>((tie) => ({
  predicate: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant(ALWAYS),
    moment.map((seconds) => before(BigInt(seconds))),
    tie("predicate").map(not),
    fc.tuple(tie("predicate"), tie("predicate")).map((parts) => and(...parts)),
    fc.tuple(tie("predicate"), tie("predicate")).map((parts) => or(...parts)),
  ),
}));

test("the spans of a predicate are exactly the times at which it holds, in order and apart", () => {
  fc.assert(
    fc.property(predicate, (one) => {
      const spans = spansOf(one);
      for (let seconds = -1; seconds <= MOMENTS + 1; seconds += 1) {
        const isWithin = spans.some(({ from, until }) => from <= seconds && seconds < until);
        expect(isWithin, String(seconds)).toBe(holds(one, seconds));
      }
      const edges = spans.flatMap(({ from, until }) => [from, until]);
      for (const [index, edge] of edges.entries()) if (index > 0) expect(edge).toBeGreaterThan(edges[index - 1] ?? 0);
    }),
    { numRuns: 500 },
  );
});

test("times beyond every calendar are no end", () => {
  expect(spansOf(before(9_223_372_036_854_775_807n))).toEqual([{ from: -Infinity, until: Infinity }]);
  expect(spansOf(not(before(9_223_372_036_854_775_807n)))).toEqual([]);
  expect(spansOf(before(0n))).toEqual([{ from: -Infinity, until: 0 }]);
});
