import { doc, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toNumber } from "./coerce.ts";

/** What the client asked for, checked; what it left out is the locale's own default. */
export type CollationSpec = {
  /** As a BCP 47 tag, its variant in it. */
  readonly tag: string;
  readonly strength: 1 | 2 | 3 | 4 | 5;
  readonly caseLevel: boolean;
  readonly caseFirst: "upper" | "lower" | "off" | undefined;
  readonly numericOrdering: boolean;
  readonly alternate: "non-ignorable" | "shifted" | undefined;
  readonly backwards: boolean | undefined;
  /** All options with their defaults, as indexes and collections show it. */
  readonly shown: Doc;
};

/** ICU's version that MongoDB 8.0 names in every collation it stores. */
const SHOWN_VERSION = "57.1";

const FIELDS = [
  "locale",
  "caseLevel",
  "caseFirst",
  "strength",
  "numericOrdering",
  "alternate",
  "maxVariable",
  "normalization",
  "backwards",
  "version",
];

/** The names BCP 47 has for ICU's older ones. */
const VARIANTS: Readonly<Record<string, string>> = {
  phonebook: "phonebk",
  traditional: "trad",
  dictionary: "dict",
  gb2312han: "gb2312",
};

/** Undefined for none and for the simple one; throws what MongoDB throws for a wrong one. */
export function parseCollation(value: Value | undefined): CollationSpec | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isDoc(value))
    throw typeMismatch(`BSON field 'collation' is the wrong type '${typeName(value)}', expected type 'object'`);
  if (value.size === 0) return undefined;
  const unknown = value.keys().find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    throw new MongoError({ code: 40415 }, `BSON field 'collation.${unknown}' is an unknown field.`);
  const locale = value.get("locale");
  if (locale === undefined)
    throw new MongoError({ code: 40414 }, "BSON field 'collation.locale' is missing but a required field");
  if (typeof locale !== "string") throw wrongType("locale", locale, "string");
  if (locale === "simple") {
    if (value.size > 1)
      throw badValue(
        `The "simple" locale does not support any other collation options, but found: ${[...value.keys()].join(", ")}`,
      );
    return undefined;
  }
  return complete(value, locale);
}

function complete(value: Doc, locale: string): CollationSpec {
  const strength = strengthOf(value.get("strength"));
  const maxVariable = choice(value, "maxVariable", ["punct", "space"]);
  const alternate = choice(value, "alternate", ["non-ignorable", "shifted"]);
  const caseFirst = choice(value, "caseFirst", ["upper", "lower", "off"]);
  const caseLevel = flag(value, "caseLevel") ?? false;
  const numericOrdering = flag(value, "numericOrdering") ?? false;
  const normalization = flag(value, "normalization") ?? false;
  const backwards = flag(value, "backwards");
  const tag = tagOf(locale);
  if (alternate === "shifted" && maxVariable === "space") throw unserved("maxVariable", "space");
  if (alternate === "shifted" && strength >= 4) throw unserved("strength", `${strength} with alternate "shifted"`);
  if (backwards === true && strength > 3) throw unserved("strength", `${strength} with backwards`);
  const shown = doc({
    locale,
    caseLevel,
    caseFirst: caseFirst ?? "off",
    strength,
    numericOrdering,
    alternate: alternate ?? (new Intl.Collator(tag).resolvedOptions().ignorePunctuation ? "shifted" : "non-ignorable"),
    maxVariable: maxVariable ?? "punct",
    normalization,
    backwards: backwards ?? /^fr[-_]CA/i.test(locale),
    version: SHOWN_VERSION,
  });
  return { tag, strength, caseLevel, caseFirst, numericOrdering, alternate, backwards, shown };
}

function unserved(name: string, value: string): MongoError {
  return new MongoError("CommandNotSupported", `collation option ${name} ${value} is not supported`);
}

function wrongType(name: string, value: Value, expected: string): MongoError {
  return typeMismatch(
    `BSON field 'collation.${name}' is the wrong type '${typeName(value)}', expected type '${expected}'`,
  );
}

function flag(value: Doc, name: string): boolean | undefined {
  const given = value.get(name);
  if (given === undefined || typeof given === "boolean") return given;
  if (isNumber(given)) return toNumber(given) !== 0;
  throw wrongType(name, given, "bool");
}

function choice<T extends string>(value: Doc, name: string, allowed: readonly T[]): T | undefined {
  const given = value.get(name);
  if (given === undefined) return undefined;
  const known = allowed.find((one) => one === given);
  if (known !== undefined) return known;
  if (typeof given !== "string") throw wrongType(name, given, "string");
  throw badValue(`Enumeration value '${given}' for field 'collation.${name}' is not a valid value.`);
}

function strengthOf(value: Value | undefined): 1 | 2 | 3 | 4 | 5 {
  if (value === undefined) return 3;
  if (!isNumber(value)) throw wrongType("strength", value, "int");
  const number = toNumber(value);
  const known = ([1, 2, 3, 4, 5] as const).find((one) => one === number);
  if (known === undefined)
    throw badValue(`Enumeration value '${number}' for field 'collation.strength' is not a valid value.`);
  return known;
}

/** `de_AT@collation=phonebook` is `de-AT-u-co-phonebk` to Intl. */
function tagOf(locale: string): string {
  const [place = "", variant] = locale.split("@");
  const named = variant === undefined ? undefined : /^collation=(\w+)$/.exec(variant)?.[1];
  const short = named === undefined ? undefined : (VARIANTS[named] ?? named);
  const tag = place.replaceAll("_", "-") + (short === undefined ? "" : `-u-co-${short}`);
  if ((variant === undefined || short !== undefined) && isKnownTag(tag, short)) return tag;
  throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
}

function isKnownTag(tag: string, variant: string | undefined): boolean {
  try {
    if (Intl.Collator.supportedLocalesOf([tag]).length === 0) return false;
    return variant === undefined || new Intl.Collator(tag).resolvedOptions().collation === variant;
  } catch {
    // Not even the form of a tag.
    return false;
  }
}
