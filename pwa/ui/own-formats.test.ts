import { i18n } from "@lingui/core";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { formatTag, type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/values/money.ts";
import {
  amountParts,
  formatAmountText,
  formatClock,
  formatCount,
  formatCurrency,
  formatDate,
  formatDay,
  formatDecimal,
  formatDollars,
  formatLarge,
  formatAxisDollars,
  formatLongDate,
  formatPrice,
  formatUnit,
  formatList,
  formatMonth,
  formatPercent,
  formatRelativeTime,
  formatStroops,
  formatTimeLeft,
} from "./format.ts";
import { numberMarks } from "./own-formats.ts";
import { showEnglish } from "#tests/support/english.ts";

afterEach(showEnglish);

/** Every language as itself, and as some of its readers have it. */
const TAGS = [
  ...LANGUAGES.map((each) => [each, ""]),
  ["es", "es-MX"],
  ["fr", "fr-CH"],
  ["pt", "pt-PT"],
  ["ar", "ar-MA"],
];
const TOLD = TAGS.map(([language, tag]) => [language as Language, tag === "" ? [] : [tag ?? ""]] as const);

function show(language: Language, tags: readonly string[] = []): string {
  const tag = language === "en" ? "en-US" : formatTag(language, tags);
  i18n.loadAndActivate({ locale: language, locales: tag, messages: {} });
  return tag;
}

/** Without what says which way it runs, or keeps it on one line. */
function plain(text: string): string {
  return text.replaceAll(/[\u200E\u200F\u2066\u2067\u2069]/g, "").replaceAll("\u00A0", " ");
}

const stroops = fc.bigInt({ min: -MAX_STROOPS, max: MAX_STROOPS });

test.each(TOLD)("an amount in %s %j is written as Intl writes its text, to the last digit", (language, tags) => {
  const tag = show(language, tags);
  const exact = new Intl.NumberFormat(tag, { maximumFractionDigits: 7 });
  const all = new Intl.NumberFormat(tag, { minimumFractionDigits: 7 });
  fc.assert(
    fc.property(stroops, (amount) => {
      const text = formatAmount(amount);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- Intl reads a decimal text exactly.
      const number = text as `${number}`;
      expect(formatStroops(amount)).toBe(exact.format(number));
      expect(formatDecimal(text)).toBe(all.format(number));
      expect(formatCount(amount)).toBe(exact.format(amount));
    }),
  );
});

test.each(TOLD)("dollars and percentages in %s %j are those of Intl, and exact", (language, tags) => {
  const tag = show(language, tags);
  const dollars = new Intl.NumberFormat(tag, { style: "currency", currency: "USD" });
  const percent = new Intl.NumberFormat(tag, { style: "percent", minimumFractionDigits: 2 });
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (cents) => {
      const text = formatAmount(cents * 100_000n).slice(0, -5);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- as above.
      expect(plain(formatDollars(text))).toBe(plain(dollars.format(text as `${number}`)));
      const part = formatAmount(cents * 1000n);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- as above.
      expect(plain(formatPercent(text))).toBe(plain(percent.format(part as `${number}`)));
    }),
  );
});

test.each(TOLD)("what is written in %s %j has no other digits than Latin ones", (language, tags) => {
  show(language, tags);
  fc.assert(
    fc.property(stroops, fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (amount, date) => {
      const [text, at] = [formatAmount(amount), date.getTime()];
      const written = [
        Object.values(amountParts(text)).join(""),
        formatCurrency(Number(text)),
        formatCurrency(Number(text), "EUR"),
        formatLarge(Number(text)),
        formatAxisDollars(Number(text), { notation: "compact", maximumSignificantDigits: 4 }),
        formatLongDate(at, { withTime: true }),
        formatPrice(text),
        ...(["second", "kilobyte", "megabyte", "gigabyte"] as const).map((unit) => formatUnit("1.5", unit)),
        formatDate(at, { withTime: true }),
        formatDate(at, { pattern: "MMM dd, yyyy" }),
        formatDay(at),
        formatClock(at),
        formatMonth(date.getFullYear(), date.getMonth() + 1),
        formatRelativeTime(at - 3 * 3_600_000, at),
        formatTimeLeft(at + 7_200_000, at),
        formatTimeLeft(at + 7_300_000, at),
        formatTimeLeft(at + 90_000_000, at),
      ].join(" ");
      expect(written).toMatch(/[0-9]/);
      expect(written.replaceAll(/[0-9]/g, "")).not.toMatch(/\p{Nd}/u);
      expect(written).not.toMatch(/undefined|NaN|Invalid/);
    }),
  );
});

test("an amount's parts are its text", () => {
  for (const [language, tags] of TOLD) {
    show(language, tags);
    fc.assert(
      fc.property(stroops, (amount) => {
        const { sign, whole, decimals } = amountParts(formatAmount(amount));
        const { decimal, minus } = numberMarks();
        const joined = `${sign === "" ? "" : minus}${whole}${decimals === "" ? "" : `${decimal}${decimals}`}`;
        expect(formatAmountText(formatAmount(amount))).toBe(joined);
      }),
    );
  }
});

const NOW = new Date(2026, 10, 23, 14, 7, 5).getTime();
const FEW = [
  ["en", "1,234,567.5 1,234 $1,234.50 12.50%", "Nov 23, 2026, 2:07 PM", "2 days ago", "a, b and c", "a or b"],
  ["es", "1.234.567,5 1234 1234,50 US$ 12,50 %", "23 nov 2026, 14:07", "hace 2 días", "a, b y c", "a o b"],
  ["fr", "1 234 567,5 1 234 1 234,50 $US 12,50 %", "23 nov. 2026, 14:07", "il y a 2 jours", "a, b et c", "a ou b"],
  ["pt", "1.234.567,5 1.234 US$ 1.234,50 12,50%", "23 de nov. de 2026, 14:07", "há 2 dias", "a, b e c", "a ou b"],
  ["ar", "1,234,567.5 1,234 1,234.50 US$ 12.50%", "23 نوفمبر 2026، 2:07 م", "قبل يومين", "a وb وc", "a أو b"],
] as const;

test.each(FEW)("%s is written as its readers write it", (language, numbers, date, ago, all, either) => {
  show(language);
  const written = [formatAmountText("1234567.50"), formatCount(1234), formatDollars("1234.50"), formatPercent("12.50")];
  const seen = written.join(" ").replaceAll(/[\u00A0\u202F]/g, " ");
  expect(plain(seen)).toBe(numbers);
  expect(formatDate(NOW, { withTime: true }).replaceAll(/[\u00A0\u202F]/g, " ")).toBe(date);
  expect(formatRelativeTime(NOW - 2 * 86_400_000, NOW)).toBe(ago);
  expect([formatList(["a", "b", "c"]), formatList(["a", "b"], "or"), formatList(["a"]), formatList([])]).toEqual([
    all,
    either,
    "a",
    "",
  ]);
});

test("where lines run from right to left, a sign stands where it stands in a line of Latin letters", () => {
  show("ar");
  expect(formatDollars("-1234.50")).toBe("\u2066-1,234.50 US$\u2069");
  expect(formatPercent("12.50")).toBe("\u206612.50%\u2069");
  // A unit in Arabic letters comes after its number: to the left of it.
  expect(formatUnit("7.6", "megabyte").replaceAll("\u00A0", " ")).toBe("\u20677.6 \u0645.\u0628\u2069");
  show("en");
  expect(formatDollars("-1234.50")).toBe("-$1,234.50");
});

test("numbers are those of the region that a reader names, in a language that is ours", () => {
  expect(formatTag("es", ["de-AT", "es-mx"])).toBe("es-MX-u-ca-gregory-nu-latn");
  expect(formatTag("ar", ["ar-Arab-EG-u-nu-arab"])).toBe("ar-EG-u-ca-gregory-nu-latn");
  expect(formatTag("es", ["pt-BR", "es", "es-419"])).toBe("es-u-ca-gregory-nu-latn");
  show("es", ["es-MX"]);
  expect(formatAmountText("1234.5")).toBe("1,234.5");
  show("ar", ["ar-MA"]);
  expect(formatAmountText("-1234.5")).toBe("\u200E-1.234,5");
});

test("English is what Intl writes of it, though it is written by hand", () => {
  show("en");
  const date = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
  const month = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric" });
  const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  fc.assert(
    fc.property(date, (at) => {
      expect(formatMonth(at.getFullYear(), at.getMonth() + 1)).toBe(month.format(at));
      expect(formatDay(at.getTime())).toBe(day.format(at));
      expect(formatClock(at.getTime())).toBe(clock.format(at));
    }),
  );
});
