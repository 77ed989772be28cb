import { i18n } from "@lingui/core";
import { formatTag, languageNamed } from "#schemas/values/languages.ts";

/** How a language writes a number: what stands between thousands, before a fraction, and before what is below zero. */
export interface NumberMarks {
  readonly group: string;
  readonly decimal: string;
  readonly minus: string;
  /** As few digits before the fraction as are grouped: Spanish leaves four of them together. */
  readonly groupedFrom: number;
}

/** What stands around a number. */
interface Frame {
  readonly before: string;
  readonly after: string;
}

/** How numbers of a style are written, such as percentages: Swiss money has another decimal mark than other numbers there. */
export interface NumberStyle {
  readonly marks: NumberMarks;
  readonly above: Frame;
  readonly below: Frame;
}

const ENGLISH: NumberMarks = { group: ",", decimal: ".", minus: "-", groupedFrom: 4 };

/** What Intl is asked by for the language that is shown; null for English, which is written by hand: Intl takes longer to begin. */
export function shownTag(): string | null {
  const language = languageNamed(i18n.locale);
  if (language === null || language === "en") return null;
  const [told] = [i18n.locales ?? []].flat();
  return told ?? formatTag(language);
}

const kept = new Map<string, unknown>();

/** What is made once for a tag and a name: to make a format of Intl costs a slow phone a millisecond. */
export function keptFormat<Format>(tag: string, name: string, make: (tag: string) => Format): Format {
  const key = `${tag} ${name}`;
  if (!kept.has(key)) kept.set(key, make(tag));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what a name stands for is made in one place each.
  return kept.get(key) as Format;
}

/** The marks of the language that is shown. */
export function numberMarks(): NumberMarks {
  const tag = shownTag();
  return tag === null ? ENGLISH : keptFormat(tag, "marks", () => readMarks(new Intl.NumberFormat(tag)));
}

/** How a language writes numbers of a style. */
export function numberStyle(tag: string, options: Intl.NumberFormatOptions): NumberStyle {
  const format = new Intl.NumberFormat(tag, { ...options, minimumFractionDigits: 2 });
  return {
    marks: readMarks(format),
    above: foldable(frameOf(format.formatToParts(5))),
    below: foldable(frameOf(format.formatToParts(-5))),
  };
}

function readMarks(format: Intl.NumberFormat): NumberMarks {
  const parts = format.formatToParts(-1_234_567.5);
  const valueOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
  const isPercent = format.resolvedOptions().style === "percent";
  const four = format.formatToParts(isPercent ? 12.34 : 1234);
  return {
    group: valueOf("group"),
    decimal: valueOf("decimal"),
    minus: frameOf(parts).before,
    groupedFrom: four.some(({ type }) => type === "group") ? 4 : 5,
  };
}

/** Digits without a sign, their thousands grouped. */
export function groupDigits(digits: string, marks: NumberMarks = numberMarks()): string {
  return digits.length < marks.groupedFrom ? digits : digits.replaceAll(/\B(?=(?:\d{3})+$)/g, marks.group);
}

/** A decimal text ("-1234.50") with the marks of the language that is shown, every digit of it as it was. */
export function ownNumber(text: string, marks: NumberMarks = numberMarks()): string {
  const isBelow = text.startsWith("-");
  const [whole = "", fraction] = text.slice(isBelow ? 1 : 0).split(".");
  const shown = groupDigits(whole, marks);
  return `${isBelow ? marks.minus : ""}${shown}${fraction === undefined ? "" : `${marks.decimal}${fraction}`}`;
}

/** Where a column is too narrow a line ends between a number and its unit, not within either. */
function foldable({ before, after }: Frame): Frame {
  return { before: before.replaceAll("\u00A0", " "), after: after.replaceAll("\u00A0", " ") };
}

function frameOf(parts: readonly Intl.NumberFormatPart[]): Frame {
  const isDigits = ({ type }: Intl.NumberFormatPart) => ["integer", "group", "decimal", "fraction"].includes(type);
  const [first, last] = [parts.findIndex(isDigits), parts.findLastIndex(isDigits)];
  const joined = (some: readonly Intl.NumberFormatPart[]) => some.map(({ value }) => value).join("");
  return { before: joined(parts.slice(0, first)), after: joined(parts.slice(last + 1)) };
}
