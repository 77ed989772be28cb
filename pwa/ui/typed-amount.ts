import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { AmountError, parseAmount } from "#schemas/values/money.ts";
import { numberMarks } from "./own-formats.ts";
import { westernDigits } from "./western-digits.ts";

/** As Arabic and Persian keyboards write the decimal mark and the one between thousands. */
const EASTERN_DECIMAL = "\u066B";
const EASTERN_GROUP = "\u066C";
/**
 * A whole with gaps between its thousands, where no comma and no point stands there. Whoever types it has the first ones together
 * already, without a gap.
 */
const GAPPED = /^\s*\d+(?:[\s\u2019']\d{3})+(?=[.,]|\s*$)/;
const GAPS = /[\s\u2019']/g;
/** Comes along with what is copied from a page that runs from right to left. */
const TURNING = /[\u200E\u200F\u061C\u2066-\u2069]/g;

/**
 * What a field shows of an amount as drafts and all that reads them have it, with the point of English: the same in the marks of the
 * language that is shown.
 */
export function fieldText(text: string): string {
  return numberMarks().decimal === "." ? text : swapped(text);
}

/** What was typed into such a field, or pasted from what is shown elsewhere, as drafts have it. */
export function typedText(shown: string): string {
  const { group, decimal } = numberMarks();
  const text = westernDigits(shown.replaceAll(TURNING, ""))
    .replaceAll(EASTERN_DECIMAL, decimal)
    .replaceAll(EASTERN_GROUP, group);
  if (decimal === ".") return text;
  return swapped(group === "." ? text : text.replace(GAPPED, (whole) => whole.replaceAll(GAPS, "")));
}

/**
 * Between English and a language whose decimal mark is the comma. A point is asked about there as a comma is in English, also where
 * thousands stand apart by gaps: to whoever writes points between them it is no decimal mark.
 */
function swapped(text: string): string {
  return text.replaceAll(/[.,]/g, (mark) => (mark === "," ? "." : ","));
}

/** What was typed as digits and a point, or the sentence that says why it is not clear. */
export type PlainAmount = { readonly text: string } | { readonly problem: string };

/** Groups of three, where no other reading is left: several of them, or a point behind. */
const GROUPED = /^\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d*)?|,\d{3}\.\d*)$/;
/** Thousands to some people and a fraction to others. */
const UNCLEAR = /^[1-9]\d{0,2},\d{3}$/;

/**
 * Reads an amount as people type it: the decimal mark may be a comma, thousands may be grouped by commas. What could be either
 * is asked about. Whether it is an amount at all is left to who reads the text.
 */
export function plainAmount(typed: string): PlainAmount {
  const text = typed.trim();
  if (UNCLEAR.test(text)) {
    const [whole = "", fraction = ""] = text.split(",");
    const together = `${whole}${fraction}`;
    const apart = fieldText(`${whole}.${fraction}`);
    return { problem: t`Do you mean ${together} or ${apart}? Write it in one of these ways.` };
  }
  const plain = GROUPED.test(text) ? text.replaceAll(",", "") : text.includes(".") ? text : withPoint(text);
  return { text: plain.startsWith(".") ? `0${plain}` : plain };
}

/** The amount in stroops, or the sentence that says why it is none. */
export function readAmount(typed: string): bigint | string {
  const plain = plainAmount(typed);
  if ("problem" in plain) return plain.problem;
  if (plain.text === "") return t`Enter an amount`;
  try {
    return parseAmount(plain.text);
  } catch (error) {
    if (error instanceof AmountError) return i18n._(`error.${error.code}`);
    throw error;
  }
}

/** One comma is a decimal mark; more are left as they are, and are no amount. */
function withPoint(text: string): string {
  const [whole, fraction, ...more] = text.split(",");
  return fraction === undefined || more.length > 0 ? text : `${whole}.${fraction}`;
}
