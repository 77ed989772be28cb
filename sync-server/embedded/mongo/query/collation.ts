import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { toInteger } from "./coerce.ts";

/**
 * Collation by folding: each string becomes one whose plain order and equality are the collation's. Folding is done for
 * the strengths that ignore case or accents; what folding cannot express is refused by name.
 */
export type Collation = { readonly spec: Doc; readonly fold: (value: Value) => Value };

export function collationOf(spec: Value | undefined): Collation | undefined {
  if (spec === undefined) return undefined;
  if (!isDoc(spec)) throw badValue("collation must be an object");
  const locale = spec.get("locale");
  if (typeof locale !== "string") throw badValue("BSON field 'collation.locale' is missing but a required field");
  if (locale === "simple") return undefined;
  checkLocale(locale);
  const strength = Number(toInteger(spec.get("strength")) ?? 3n);
  const foldText = textFolder(spec, locale, strength);
  return { spec, fold: (value) => foldValue(value, foldText) };
}

function checkLocale(locale: string): void {
  try {
    if (Intl.Collator.supportedLocalesOf([locale.replaceAll("_", "-")]).length > 0) return;
  } catch {
    // Not even the form of a locale: refused below like any unknown one.
  }
  throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
}

function textFolder(spec: Doc, locale: string, strength: number): (text: string) => string {
  for (const name of ["numericOrdering", "backwards", "caseLevel"]) {
    if (spec.get(name) === true)
      throw new MongoError("CommandNotSupported", `collation option ${name} is not supported`);
  }
  const alternate = spec.get("alternate");
  if (alternate !== undefined && alternate !== "non-ignorable") {
    throw new MongoError("CommandNotSupported", `collation alternate "${String(alternate)}" is not supported`);
  }
  const isUpperFirst = spec.get("caseFirst") === "upper";
  return (text) => {
    const decomposed = text.normalize("NFD");
    const base = decomposed.replaceAll(/\p{M}/gu, "").toLocaleLowerCase(locale.replaceAll("_", "-"));
    if (strength === 1) return base;
    const accents = decomposed.toLocaleLowerCase().normalize("NFC");
    if (strength === 2) return accents === base ? base : `${base}\u0000${accents}`;
    return `${base}\u0000${accents}\u0000${isUpperFirst ? text.normalize("NFC") : swapCase(text.normalize("NFC"))}`;
  };
}

/** Lower case sorts first at the third level, the other way round from code points. */
function swapCase(text: string): string {
  let out = "";
  for (const char of text) {
    const lower = char.toLowerCase();
    out += char === lower ? char.toUpperCase() : lower;
  }
  return out;
}

function foldValue(value: Value, foldText: (text: string) => string): Value {
  if (typeof value === "string") return foldText(value);
  if (Array.isArray(value)) return value.map((item) => foldValue(item, foldText));
  if (value instanceof Map) {
    const out: Doc = new Map();
    for (const [name, item] of value) out.set(name, foldValue(item, foldText));
    return out;
  }
  return value;
}

export function comparatorFor(
  collation: Collation | undefined,
): (left: Value | undefined, right: Value | undefined) => number {
  if (collation === undefined) return compareValues;
  const { fold } = collation;
  return (left, right) =>
    compareValues(left === undefined ? undefined : fold(left), right === undefined ? undefined : fold(right));
}
