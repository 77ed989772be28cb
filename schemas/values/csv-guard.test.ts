import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { guarded, unguarded } from "./csv-guard.ts";

const TRICKY = fc.string({
  unit: fc.constantFrom(..."=+-@;\t\r\n'\" ,a1\u200B\uFF1D"),
  maxLength: 12,
});

test("whatever was guarded comes back as it was, and guarding leaves alone what could be no formula", () => {
  fc.assert(
    fc.property(TRICKY, (text) => {
      expect(unguarded(guarded(text))).toBe(text);
    }),
    { numRuns: 1000 },
  );
  for (const text of ["rent; May", "'quoted'", "a-b; c+d", "1;2", "x@y"]) expect(guarded(text)).toBe(text);
});

test.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["a;=HYPERLINK(1)", "a;'=HYPERLINK(1)"],
  ["a; +1", "a;' +1"],
  ['a;"=1"', 'a;\'"=1"'],
  ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
  ["a\n-1", "a\n'-1"],
  ["\u200B\uFF1D1", "'\u200B\uFF1D1"],
])("%j is written %j", (text, written) => {
  expect(guarded(text)).toBe(written);
});

test.each([",", ";", "\t"])("no cell is a formula for a reader that parts cells at %j", (delimiter) => {
  fc.assert(
    fc.property(TRICKY, (text) => {
      const line = Papa.unparse([["1", guarded(text), "2"]], { newline: "\r\n" });
      const { data } = Papa.parse<string[]>(line, { delimiter });
      // A reader that knows no quotes, too.
      const bare = line.split(/[\r\n]/).flatMap((row) => row.split(delimiter === "," ? "\r" : delimiter));
      for (const cell of [...data.flat(), ...bare]) expect(cell).not.toMatch(/^[\s\p{Cc}\p{Cf}"]*[=+\-@\uFF1D]/u);
    }),
    { numRuns: 500 },
  );
});
