import { i18n } from "@lingui/core";
import { DEFAULT_LANGUAGE, directionOf, languageNamed } from "#schemas/values/languages.ts";

/** Which way the language that is shown runs. */
export function shownDirection(): "ltr" | "rtl" {
  return directionOf(languageNamed(i18n.locale) ?? DEFAULT_LANGUAGE);
}

/** What is written from left to right in every language (a rate, a list of codes), for the middle of a sentence in letters. */
export function leftToRight(text: string): string {
  return shownDirection() === "ltr" ? text : `\u2066${text}\u2069`;
}
