import { t } from "@lingui/core/macro";
import { formatDecimal } from "#pwa/ui/format.ts";
import { plainAmount } from "#pwa/ui/typed-amount.ts";
import { westernDigits } from "#pwa/ui/western-digits.ts";

export interface NumberBounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

/** A number within its bounds, or the sentence that says what it has to be. */
export function readNumber(typed: string, rule: NumberBounds): number | string {
  const plain = plainAmount(westernDigits(typed.replace("%", "")));
  if ("problem" in plain) return plain.problem;
  const isNumber = /^\d+(?:\.\d*)?$/.test(plain.text);
  const value = Number(plain.text);
  const isWithin = value >= rule.least && value <= rule.most && (!rule.isWhole || Number.isInteger(value));
  return isNumber && isWithin ? value : boundsSentence(rule);
}

function boundsSentence(rule: NumberBounds): string {
  const [least, most] = [numberWords(rule.least), numberWords(rule.most)];
  return rule.isWhole ? t`Enter a whole number from ${least} to ${most}.` : t`Enter a number from ${least} to ${most}.`;
}

/** A number as this language writes it. */
export function numberWords(value: number): string {
  return formatDecimal(plainNumber(value));
}

/** Without an exponent: what is read again is the same number. */
export function plainNumber(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/\.?0+$/, "") : text;
}
