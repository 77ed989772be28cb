import { expect, test } from "vitest";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { compileRegex, regexPrefix } from "#server/embedded/mongo/query/regex.ts";

/** Pattern, options, what it matches, what it does not: as PCRE2 with UTF has it. */
const CASES: [string, string, string[], string[]][] = [
  ["^a$", "", ["a", "a\n"], ["a\n\n", "b\na", "a\r"]],
  ["^a$", "m", ["b\na", "a\nb"], ["b\ra", "a\u2028b"]],
  ["\\Aa\\z", "m", ["a"], ["a\n", "b\na"]],
  ["\\Aa\\Z", "", ["a", "a\n"], ["aa"]],
  ["a.b", "", ["a\rb", "a\u2028b", "a😀b"], ["a\nb"]],
  ["a.b", "s", ["a\nb"], ["ab"]],
  ["A B # comment\nC", "x", ["ABC"], ["A B C"]],
  ["a\\ b", "x", ["a b"], ["ab"]],
  ["straße", "i", ["STRAßE"], ["strasse"]],
  ["a(?i)b|c", "", ["aB", "C"], ["AB"]],
  ["(a(?i)b)c", "", ["aBc"], ["abC"]],
  ["(?-i)a", "i", ["a"], ["A"]],
  ["(?i:a)b", "", ["Ab"], ["AB"]],
  ["(?s:a.)b.", "", ["a\nbc"], ["a\nb\n"]],
  ["\\s", "", [" ", "\v"], ["\u00a0", "\u2003"]],
  ["\\S", "", ["\u00a0"], [" "]],
  ["[\\S]", "", ["\u00a0"], ["\t"]],
  ["^[[:alpha:]_]+$", "", ["ab_"], ["a1"]],
  ["^[]a]$", "", ["]", "a"], ["b"]],
  ["^[^]a]$", "", ["b"], ["]"]],
  ["^[a\\-z]$", "", ["-"], ["b"]],
  ["^[\\d-z]$", "", ["5", "-", "z"], ["a"]],
  ["^[\\\\d-f]$", "", ["\\", "e"], ["-"]],
  ["^a{,2}$", "", ["a{,2}"], ["aa"]],
  ["^a{2,}$", "", ["aaa"], ["a"]],
  ["x{", "", ["x{"], ["x"]],
  ["a]b}c", "", ["a]b}c"], ["abc"]],
  ["\\Qa.b\\E+", "", ["a.bb"], ["acb"]],
  ["(?P<n>a)(?P=n)", "", ["aa"], ["ab"]],
  ["(?<n>a)\\k{n}", "", ["aa"], ["a"]],
  ["(a)\\g{1}", "", ["aa"], ["a"]],
  ["\\x41\\x{1F600}", "", ["A😀"], ["A"]],
  ["\\p{Lu}\\p{Greek}", "", ["Aα"], ["aα"]],
  ["a(?#comment)b", "", ["ab"], ["a"]],
  ["\\h\\R", "", ["\t\r\n"], ["ab"]],
  ["^\\@\\-\\/$", "", ["@-/"], ["@"]],
  ["(?<=a)b", "", ["ab"], ["b"]],
  ["\\d\\w\\b", "", ["1a"], ["٣a"]],
];

test.each(CASES)("/%s/%s matches what PCRE matches", (pattern, options, hits, misses) => {
  const regex = compileRegex(pattern, options);
  for (const text of hits) expect(regex.test(text), JSON.stringify(text)).toBe(true);
  for (const text of misses) expect(regex.test(text), JSON.stringify(text)).toBe(false);
});

test("an invalid expression has MongoDB's error, and one JavaScript has no equal for is refused by name", () => {
  const codeOf = (pattern: string, options = ""): number => {
    try {
      compileRegex(pattern, options);
      return 0;
    } catch (error) {
      return error instanceof MongoError ? error.code : -1;
    }
  };
  for (const pattern of ["(", ")", "[a", "*a", "a**", "\\", "[b-a]", "(?<n>a", "\\p{Nonsense}"])
    expect(codeOf(pattern), pattern).toBe(51091);
  for (const pattern of ["a++", "(?>a)", "(?R)", "(?(1)a)", "(*ACCEPT)", "\\K", "\\G"])
    expect(codeOf(pattern), pattern).toBe(115);
  expect(codeOf("a", "q")).toBe(51108);
  expect(codeOf("a\0b")).toBe(51109);
});

test("an index is used for the text that every match begins with", () => {
  expect(regexPrefix("^abc", "")).toBe("abc");
  expect(regexPrefix("^ab?c", "")).toBe("a");
  expect(regexPrefix("^a\\.b.", "")).toBe("a.b");
  expect(regexPrefix("\\Aab+", "")).toBe("ab");
  expect(regexPrefix("^abc", "i")).toBe("");
  expect(regexPrefix("^ab|c", "")).toBe("");
  expect(regexPrefix("abc", "")).toBe("");
});

test("a pattern that would try for ever gives up, and matches what it can", () => {
  const endless = compileRegex("^(a+)+$", "");
  expect(endless.test("a".repeat(40))).toBe(true);
  expect(() => endless.test(`${"a".repeat(40)}!`)).toThrow(expect.objectContaining({ code: 51156 }));
  expect(endless.test("a".repeat(40))).toBe(true);
});
