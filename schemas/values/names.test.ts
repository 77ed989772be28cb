import fc from "fast-check";
import { expect, test } from "vitest";
import { isDigitsAlone, nameKey } from "./names.ts";

test.each([
  ["Ana", "ana"],
  [" ana\n", "ana"],
  ["ＡＮＡ", "ana"],
  ["Å", "å"],
  ["\u212Belvin", "åelvin"],
  ["ana\u200B", "ana\u200B"],
])("the key of %j is %j", (text, key) => {
  expect(nameKey(text)).toBe(key);
});

test("the key of a key is that key", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 8 }), (text) => {
      expect(nameKey(nameKey(text))).toBe(nameKey(text));
    }),
  );
});

test("no two names that can be registered share a key save by their case", () => {
  const names = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{2,31}$/);
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(nameKey(one) === nameKey(other)).toBe(one.toLowerCase() === other.toLowerCase());
    }),
  );
});

test.each([
  ["1001", true],
  ["１００１", true],
  ["1001a", false],
  ["10-01", false],
  ["", false],
])("whether %j reads as a number: %s", (text, isNumber) => {
  expect(isDigitsAlone(text)).toBe(isNumber);
});
