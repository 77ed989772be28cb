import { i18n } from "@lingui/core";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { formatTag, type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { formatAmount, formatAmountShort, MAX_STROOPS } from "#schemas/values/money.ts";
import { formatAmountText, formatDecimal } from "./format.ts";
import { fieldText, plainAmount, readAmount, typedText } from "./typed-amount.ts";
import { showEnglish } from "#tests/support/english.ts";

afterEach(showEnglish);

/** As a reader of this region has it. */
function show(tag: string): void {
  const language = LANGUAGES.find((each) => tag.startsWith(each)) ?? "en";
  i18n.loadAndActivate({ locale: language, locales: formatTag(language satisfies Language, [tag]), messages: {} });
}

const READERS = [...LANGUAGES, "es-MX", "fr-CH", "fr-CA", "pt-PT", "ar-MA", "ar-EG"];
const stroops = fc.bigInt({ min: 0n, max: MAX_STROOPS });

test.each(READERS)("in %s what a field shows is what was put into it, and reads as the same amount", (reader) => {
  show(reader);
  fc.assert(
    fc.property(stroops, (amount) => {
      for (const text of [formatAmountShort(amount), formatAmount(amount)]) {
        expect(typedText(fieldText(text))).toBe(text);
        expect(readAmount(typedText(fieldText(text)))).toBe(amount);
        // A keystroke later the field holds what it showed: nothing moves under the finger.
        expect(fieldText(typedText(fieldText(text)))).toBe(fieldText(text));
      }
    }),
  );
});

test.each(READERS)("in %s what is pasted from a page is read as what the page meant, or asked about", (reader) => {
  show(reader);
  fc.assert(
    fc.property(stroops, (amount) => {
      for (const shown of [formatAmountText(formatAmount(amount)), formatDecimal(formatAmount(amount))]) {
        const read = readAmount(typedText(shown));
        if (typeof read === "string") expect(read).toMatch(/^Do you mean/);
        else expect(read).toBe(amount);
      }
    }),
  );
});

test("what is typed has the marks of the language", () => {
  const read = (reader: string, typed: string) => {
    show(reader);
    return readAmount(typedText(typed));
  };
  expect(read("es", "1.234,5")).toBe(12_345_000_000n);
  expect(read("es", "1,234")).toBe(12_340_000n);
  expect(read("es", "1.234")).toBe("Do you mean 1234 or 1,234? Write it in one of these ways.");
  expect(read("es", "0.5")).toBe(5_000_000n);
  expect(read("es-MX", "1,234.5")).toBe(12_345_000_000n);
  expect(read("fr", "1 234,5")).toBe(12_345_000_000n);
  expect(read("fr", "1.5")).toBe(15_000_000n);
  expect(read("fr", "1,234.5")).toBe("error.amount-malformed");
  expect(read("fr", "1.234,5")).toBe(12_345_000_000n);
  expect(read("fr", "1,500")).toBe(15_000_000n);
  expect(read("fr", "0.500")).toBe(5_000_000n);
  expect(read("ar", "\u0661\u0662\u066B\u0665")).toBe(125_000_000n);
  expect(read("ar", "\u0661\u066C\u0662\u0663\u0664\u066B\u0665")).toBe(12_345_000_000n);
  expect(read("en", "\u06F1\u06F2.\u06F5")).toBe(125_000_000n);
});

test.each(["fr", "fr-CH", "pt-PT"])(
  "in %s, where the gap is a space, a point before three digits is asked about",
  (reader) => {
    show(reader);
    for (const typed of ["1.500", "15.000", "150.000"]) {
      const asked = `Do you mean ${typed.replace(".", "")} or ${typed.replace(".", ",")}? Write it in one of these ways.`;
      expect(readAmount(typedText(typed)), typed).toBe(asked);
      expect(readAmount(typedText(typed.replace(".", ","))), typed).toBe(readAmount(typed));
      // As it comes about, key by key, in a field that shows what it holds.
      let field = "";
      for (const key of typed) field = fieldText(typedText(field + key));
      expect(readAmount(typedText(field)), typed).toBe(asked);
    }
  },
);

test.each(["fr", "fr-CH", "pt-PT"])(
  "in %s a gap belongs to an amount between groups of three digits alone",
  (reader) => {
    show(reader);
    const read = (typed: string) => readAmount(typedText(typed));
    for (const gap of [" ", "\u00A0", "\u202F", "\u2019", "'"]) {
      const typed = (...groups: string[]) => groups.join(gap);
      expect(read(typed("12", "500"))).toBe(125_000_000_000n);
      expect(read(typed("1", "234", "567,5"))).toBe(12_345_675_000_000n);
      expect(read(` ${typed("1", "234")} `)).toBe(12_340_000_000n);
      for (const none of [
        ["12", "5"],
        ["1", "50"],
        ["1", "2345"],
        ["1", "23", "456"],
        ["1", "500", "2"],
        ["0,5", "000"],
      ])
        expect(read(typed(...none)), typed(...none)).toBe("error.amount-malformed");
      let field = "";
      for (const key of typed("1", "234", "567,5")) field = fieldText(typedText(field + key));
      expect(read(field)).toBe(12_345_675_000_000n);
    }
  },
);

test.each([
  ["12.5", "12.5"],
  [" 12 ", "12"],
  [".5", "0.5"],
  [",5", "0.5"],
  ["1,5", "1.5"],
  ["0,500", "0.500"],
  ["1234,500", "1234.500"],
  ["12,3456789", "12.3456789"],
  ["1,234,567", "1234567"],
  ["2,500.5", "2500.5"],
  ["1,234,567.25", "1234567.25"],
])("%j is %s", (typed, text) => expect(plainAmount(typed)).toEqual({ text }));

test.each(["1,500", "15,000", "150,000"])("%j may be either, and is asked about", (typed) => {
  const plain = typed.replace(",", "");
  expect(plainAmount(typed)).toEqual({ problem: expect.stringContaining(`${plain} or ${typed.replace(",", ".")}`) });
  expect(readAmount(typed)).toMatch(/Do you mean/);
});

test.each(["1,50,5", "12,34,567", "1.500,25", "1,", "1,,5", "1,5000.5", "12,34.5", "-1,5", "1,5e3", "1 500,5"])(
  "%j is no amount",
  (typed) => expect(readAmount(typed)).toMatch(/such as 12\.5/),
);

test("amounts are read in stroops", () => {
  expect(readAmount("1,5")).toBe(15_000_000n);
  expect(readAmount("1,234,567")).toBe(12_345_670_000_000n);
  expect(readAmount("")).toBe("Enter an amount");
  expect(readAmount("0,00000001")).toMatch(/at most 7/);
});
