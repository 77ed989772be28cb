import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTag, LANGUAGES } from "./values/languages.ts";
import { apart, chosenBy, hasFacts, instantText, numberText, type Reader, wordFacts } from "./word-facts.ts";

const ENGLISH: Reader = { language: "en", time: "UTC" };
const said = (text: string) => `said ${text}`;

test("facts are written as their names have it", () => {
  const facts = {
    amount: "1234567.5000000",
    price: "1234.50",
    at: Date.UTC(2026, 10, 23, 11, 49),
    why: "x",
    name: "1000",
  };
  expect(wordFacts(facts, ENGLISH, new Set(), said)).toEqual({
    amount: "1,234,567.5",
    price: "1234.5",
    at: "Nov 23, 2026, 11:49 AM UTC",
    why: "said x",
    name: "1000",
  });
});

test("what a sentence chooses or counts by stays as it is", () => {
  const compiled = ["a", ["side", "select", { sell: [["hours", "plural", { other: ["#", ["amount"]] }]], other: [] }]];
  expect([...chosenBy(compiled)]).toEqual(["side", "hours"]);
  expect(wordFacts({ side: "sell", amount: "5" }, { language: "ar", time: "UTC" }, chosenBy(compiled), said)).toEqual({
    side: "sell",
    amount: apart("5", "ar"),
  });
});

test("an amount is written as Intl writes it, to its last digit, in every language", () => {
  const decimals = fc.stringMatching(/^(?:0|[1-9]\d{0,14})(?:\.\d{1,7})?$/);
  fc.assert(
    fc.property(decimals, fc.constantFrom(...LANGUAGES), fc.boolean(), (text, language, isBelow) => {
      const signed = (isBelow && /[1-9]/.test(text) ? `-${text}` : text) as Intl.StringNumericLiteral;
      const format = new Intl.NumberFormat(formatTag(language), { maximumFractionDigits: 7 });
      const plain = (each: string) => each.replaceAll(/[\u200E\u200F\u061C]/g, "").replaceAll("\u2212", "-");
      expect(plain(numberText(signed, { language, time: "UTC" }, true))).toBe(plain(format.format(signed)));
    }),
  );
});

test("what English has written already is written anew, and what is no number is left alone", () => {
  expect(numberText("12,345.5", { language: "es", time: "UTC" }, true)).toBe("12.345,5");
  expect(["1 USD", "", "0x10", "1,23"].map((text) => numberText(text, { language: "fr", time: "UTC" }, true))).toEqual([
    "1 USD",
    "",
    "0x10",
    "1,23",
  ]);
});

test("an instant is told in everybody's time by the server, and in its own by a device", () => {
  const ms = Date.UTC(2026, 10, 23, 0, 5);
  for (const language of LANGUAGES) expect(instantText(ms, { language, time: "UTC" })).toMatch(/UTC|GMT/);
  const own = new Date(ms);
  expect(instantText(ms, { language: "en", time: "own" })).toContain(`:${String(own.getMinutes()).padStart(2, "0")}`);
  expect(instantText(ms, { language: "en", time: "own" })).not.toContain("UTC");
});

test("words that run the other way reorder nothing beside them, and others are left as they are", () => {
  expect(apart("أحمد", "en")).toBe("\u2068أحمد\u2069");
  expect(apart("Ana", "ar")).toBe("\u2068Ana\u2069");
  expect(["Ana", ""].map((text) => apart(text, "en"))).toEqual(["Ana", ""]);
});

test.each(LANGUAGES)("a text from people turns nothing outside of it in %s", (language) => {
  const reader: Reader = { language, time: "UTC" };
  const facts = { name: "\u202Egpj.exe\u2069 \u2067", amount: "1\u2069", why: "a\u2069\u202Eb\u2067" };
  const worded = wordFacts(facts, reader, new Set(), (text) => text);
  expect(worded["name"]).toBe("\u2068gpj.exe \u2069");
  expect(worded["amount"]).toBe("\u20681\u2069");
  expect(worded["why"]).toBe("\u2068ab\u2067\u2069\u2069");
});

test("names in a sentence that stands in another stay set apart", () => {
  const said = () => "From \u2068אבא\u2069: 5";
  expect(wordFacts({ first: "x" }, ENGLISH, new Set(), said)).toEqual({ first: `\u2068${said()}\u2069` });
});

test("what is no instant is written as it is", () => {
  for (const language of LANGUAGES)
    for (const ms of [1e300, -9e15, Infinity, 8_640_000_000_000_000])
      expect(instantText(ms, { language, time: "own" })).toBe(String(ms));
});

test("a sentence is known to have gaps, in the case that is said", () => {
  const at = ["On ", ["at"]];
  expect(hasFacts(at, { at: 1 })).toBe(true);
  expect([{}, { at: 1e300 }, { at: Infinity }].map((facts) => hasFacts(at, facts))).toEqual([false, false, false]);
  const counted = [["hours", "plural", { one: "1", other: ["#", " hours"] }]];
  expect([{ hours: 2 }, { hours: "2" }, { hours: "x" }, {}].map((facts) => hasFacts(counted, facts))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const chosen = [["hasMemo", "select", { yes: [["memo"]], other: "none" }]];
  expect([{ hasMemo: "no" }, { hasMemo: "yes" }, {}].map((facts) => hasFacts(chosen, facts))).toEqual([
    true,
    false,
    false,
  ]);
});
