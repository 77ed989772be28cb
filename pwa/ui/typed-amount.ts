import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { AmountError, parseAmount } from "#schemas/values/money.ts";

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
    return { problem: t`Do you mean ${whole}${fraction} or ${whole}.${fraction}? Write it in one of these ways.` };
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
