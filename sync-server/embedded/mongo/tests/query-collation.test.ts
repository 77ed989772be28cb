import fc from "fast-check";
import { expect, test } from "vitest";
import { compareStrings } from "#server/embedded/mongo/bson/compare.ts";
import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { collationOf } from "#server/embedded/mongo/query/collation.ts";
import { labelBetween } from "#server/embedded/mongo/query/collation-keys.ts";

const SPECS: Readonly<Record<string, Value>>[] = [
  { locale: "en" },
  { locale: "en", strength: 1 },
  { locale: "en", strength: 2, numericOrdering: true },
  { locale: "en", strength: 1, caseLevel: true },
  { locale: "en", strength: 2, caseLevel: true, caseFirst: "upper" },
  { locale: "en", strength: 5 },
  { locale: "en", alternate: "shifted" },
  { locale: "en", strength: 2, backwards: true },
  { locale: "fr_CA" },
  { locale: "cs" },
  { locale: "hu", strength: 1 },
  { locale: "th" },
  { locale: "ja" },
  { locale: "de@collation=phonebook" },
];

const PIECES = [
  ..."abchzsdeAESZ01259 -_.,$☃ßæøäéñΩαжЖกเแ中文漢ガカ한ﬁ½",
  ..."\u0301\u0308\u0001\u034f\uffff\u0000",
  "e\u0301",
  "ch",
  "dzs",
  "😀",
  "10",
  "009",
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((parts) => parts.join(""));

test.each(SPECS)("keys order as the comparison does under %j", (options) => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 12 }), (texts) => {
      const collation = collationOf(doc(options));
      if (collation === undefined) throw new Error("no collation");
      const folded = (value: Value, fold: (given: Value) => Value): string => String(fold(value));
      for (const left of texts) {
        for (const right of texts) {
          const expected = Math.sign(collation.order.compare(left, right));
          const exact = compareStrings(folded(left, collation.fold), folded(right, collation.fold));
          expect(Math.sign(exact)).toBe(expected);
          const coarse = compareStrings(folded(left, collation.foldForIndex), folded(right, collation.foldForIndex));
          expect(Math.sign(coarse) * expected).toBeGreaterThanOrEqual(0);
          if (expected === 0) expect(coarse).toBe(0);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("there is always a label between two, whatever the order they are asked for in", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 200 }), (places) => {
      const labels: string[] = [];
      for (const place of places) {
        const at = place % (labels.length + 1);
        labels.splice(at, 0, labelBetween(labels[at - 1] ?? "", labels[at]));
      }
      for (const [index, label] of labels.entries()) {
        if (index > 0) expect(compareStrings(labels[index - 1] ?? "", label)).toBeLessThan(0);
      }
    }),
  );
});

test("each option does what it does in MongoDB", () => {
  const order = (options: Readonly<Record<string, Value>>, left: string, right: string): number =>
    Math.sign(collationOf(doc(options))?.order.compare(left, right) ?? NaN);
  expect(order({ locale: "en", strength: 1 }, "a", "Á")).toBe(0);
  expect(order({ locale: "en", strength: 2 }, "a", "A")).toBe(0);
  expect(order({ locale: "en", strength: 2 }, "a", "á")).toBe(-1);
  expect(order({ locale: "en" }, "a", "A")).toBe(-1);
  expect(order({ locale: "en", caseFirst: "upper" }, "a", "A")).toBe(1);
  expect(order({ locale: "en", strength: 1, caseLevel: true }, "a", "A")).toBe(-1);
  expect(order({ locale: "en", strength: 1, caseLevel: true }, "a", "á")).toBe(0);
  expect(order({ locale: "en", numericOrdering: true }, "a10", "a9")).toBe(1);
  expect(order({ locale: "en", alternate: "shifted" }, "black-bird", "blackbird")).toBe(0);
  expect(order({ locale: "en", alternate: "non-ignorable" }, "black-bird", "blackbird")).toBe(-1);
  expect(order({ locale: "fr" }, "coté", "côte")).toBe(-1);
  expect(order({ locale: "fr", backwards: true }, "coté", "côte")).toBe(1);
  expect(order({ locale: "fr_CA" }, "coté", "côte")).toBe(1);
  expect(order({ locale: "fr_CA", backwards: false }, "coté", "côte")).toBe(-1);
  expect(order({ locale: "de@collation=phonebook", strength: 1 }, "ä", "ae")).toBe(0);
  expect(order({ locale: "en", strength: 3 }, "a\u0001", "a")).toBe(0);
  expect(order({ locale: "en", strength: 5 }, "a\u0001", "a")).toBe(1);
});

test("what ICU cannot be asked for through Intl is refused by name, and so is a wrong specification", () => {
  const refusal = (options: Readonly<Record<string, Value>>): unknown => {
    try {
      collationOf(doc(options));
      return undefined;
    } catch (error) {
      return error;
    }
  };
  expect(refusal({ locale: "en", alternate: "shifted", maxVariable: "space" })).toMatchObject({ code: 115 });
  expect(refusal({ locale: "en", alternate: "shifted", strength: 4 })).toMatchObject({ code: 115 });
  expect(refusal({ locale: "sv", backwards: true })).toMatchObject({ code: 115 });
  expect(refusal({ locale: "xx" })).toMatchObject({ code: 2 });
  expect(refusal({ locale: "en", strength: 6 })).toMatchObject({ code: 2 });
  expect(refusal({ locale: "en", caseFirst: "none" })).toMatchObject({ code: 2 });
  expect(refusal({ locale: "en", strenght: 2 })).toMatchObject({ code: 40415 });
  expect(refusal({ strength: 2 })).toMatchObject({ code: 40414 });
  expect(refusal({ locale: "en", caseLevel: "yes" })).toMatchObject({ code: 14 });
  expect(refusal({ locale: "simple", strength: 2 })).toMatchObject({ code: 2 });
});
