import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { AmountError, parseAmount } from "#schemas/values/money.ts";
import { numberMarks } from "./own-formats.ts";

/** As Arabic and Persian keyboards write digits, the decimal mark and the one between thousands. */
const EASTERN = /[\u0660-\u0669\u06F0-\u06F9\u066B\u066C]/g;
/** What stands between thousands, where that is no comma and no point. */
const GAPS = /(?<=\d)[\s\u2019'](?=\d)/g;
/** Comes along with what is copied from a page that runs from right to left. */
const TURNING = /[\u200E\u200F\u061C\u2066-\u2069]/g;

/**
 * What a field shows of an amount as drafts and all that reads them have it, with the point of English: the same in the marks of the
 * language that is shown.
 */
export function fieldText(text: string): string {
  const { group, decimal } = numberMarks();
  if (decimal === ".") return text;
  return text.replaceAll(/[.,]/g, (mark) => (mark === "." ? decimal : group === "." ? "." : mark));
}

/** What was typed into such a field, or pasted from what is shown elsewhere, as drafts have it. */
export function typedText(shown: string): string {
  const { group, decimal } = numberMarks();
  const text = shown.replaceAll(TURNING, "").replaceAll(EASTERN, westernOf);
  if (decimal === ".") return text;
  // Where points stand between thousands a point is asked about, as a comma is in English; elsewhere both can only be decimal marks.
  if (group === ".") return text.replaceAll(/[.,]/g, (mark) => (mark === "," ? "." : ","));
  return text.replaceAll(GAPS, "").replaceAll(",", ".");
}

function westernOf(sign: string): string {
  if (sign === "\u066B") return numberMarks().decimal;
  if (sign === "\u066C") return numberMarks().group;
  return String((sign.codePointAt(0) ?? 0) & 0xf);
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
