import * as v from "valibot";

/** The languages that all of the app is written in, by their ISO 639-1 codes; the first is what everything falls back to. */
export const LANGUAGES = ["en", "es", "fr", "pt", "ar"] as const;
export const Language = v.picklist(LANGUAGES);
export type Language = v.InferOutput<typeof Language>;

export const DEFAULT_LANGUAGE: Language = "en";

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  fr: "Français",
  pt: "Português",
  ar: "العربية",
};

const RIGHT_TO_LEFT: readonly Language[] = ["ar"];

export function directionOf(language: Language): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
}

/**
 * What Intl is asked by to write a language's numbers and dates: as the first of these tags (RFC 5646, the dearest first) in that
 * language has it, since Mexico writes other numbers than Spain; always in Latin digits and the calendar of the ledger.
 */
export function formatTag(language: Language, tags: readonly string[] = []): string {
  const own = tags.find((tag) => languageNamed(tag) === language) ?? "";
  const region = /^[a-z]{2,3}(?:-[a-z]{4})?-(?<region>[a-z]{2}|\d{3})(?:-|$)/i.exec(own)?.groups?.["region"];
  return `${language}${region === undefined ? "" : `-${region.toUpperCase()}`}-u-ca-gregory-nu-latn`;
}

/** The language a text names, by its first part (`pt-BR` is Portuguese); null for any other. */
export function languageNamed(tag: unknown): Language | null {
  if (typeof tag !== "string") return null;
  const [name = ""] = tag.trim().toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === name) ?? null;
}

/** The first of these tags (RFC 5646, the dearest first) that the app is written in; English where none is. */
export function languageAmong(tags: readonly string[]): Language {
  return tags.map(languageNamed).find((language) => language !== null) ?? DEFAULT_LANGUAGE;
}

/**
 * The language that an `Accept-Language` header asks for (RFC 9110, 12.5.4): the one with the greatest weight among ours, of equal
 * ones the first; English where it names none, or cannot be read.
 */
export function languageAccepted(header: string | undefined): Language {
  const asked = (header ?? "").slice(0, MOST_READ).split(",").flatMap(readRange);
  const best = asked.toSorted((one, other) => other.weight - one.weight);
  return best[0]?.language ?? DEFAULT_LANGUAGE;
}

const MOST_READ = 1000;
const WEIGHT = /^q=(?<weight>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function readRange(text: string): { readonly language: Language; readonly weight: number }[] {
  const [tag = "", ...parameters] = text.split(";").map((part) => part.trim());
  const language = languageNamed(tag);
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = given === undefined ? 1 : Number(WEIGHT.exec(given)?.groups?.["weight"] ?? 0);
  return language === null || weight === 0 ? [] : [{ language, weight }];
}
