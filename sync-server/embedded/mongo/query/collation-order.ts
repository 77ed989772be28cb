import { MongoError } from "#server/embedded/mongo/error.ts";
import type { CollationSpec } from "./collation-spec.ts";

export type CompareText = (left: string, right: string) => number;

/** How texts compare: as a whole, and at the first level only (letters, whatever their accents and case). */
export type TextOrder = { readonly compare: CompareText; readonly comparePrimary: CompareText };

/**
 * ICU's comparison through Intl. A level that Intl cannot be asked for by itself is made of several of its comparisons,
 * one after the other, which is how ICU's levels work. Texts are always normalized (`normalization: true`), which
 * differs from false only where combining marks stand in another than their canonical order.
 */
export function textOrder(spec: CollationSpec): TextOrder {
  const tag = tagFor(spec);
  const collator = (sensitivity: "base" | "accent" | "case" | "variant"): CompareText =>
    new Intl.Collator(tag, {
      sensitivity,
      numeric: spec.numericOrdering,
      caseFirst: spec.caseFirst === "off" ? "false" : spec.caseFirst,
      ignorePunctuation: spec.alternate === undefined ? undefined : spec.alternate === "shifted",
    }).compare;
  const comparePrimary = collator("base");
  const levels: CompareText[] = [];
  if (spec.strength === 1) levels.push(spec.caseLevel ? collator("case") : comparePrimary);
  else {
    if (spec.strength === 2 || spec.caseLevel) levels.push(collator("accent"));
    if (spec.caseLevel) levels.push(collator("case"));
    if (spec.strength >= 3) levels.push(collator("variant"));
    if (spec.strength === 5) levels.push(compareIdentity);
  }
  return { compare: inTurn(levels), comparePrimary };
}

function inTurn(levels: readonly CompareText[]): CompareText {
  const [only] = levels;
  if (levels.length === 1 && only !== undefined) return only;
  return (left, right) => {
    for (const level of levels) {
      const order = level(left, right);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** By code points of the normalized texts; UTF-16 agrees with that save above the surrogates. */
function compareIdentity(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left.normalize("NFD")), Buffer.from(right.normalize("NFD")));
}

/** Canadian French differs from the root order in nothing but its accents, which it reads from the end. */
function tagFor(spec: CollationSpec): string {
  const { tag, backwards } = spec;
  const isCanadian = /^fr-CA/i.test(tag);
  if (backwards === undefined || backwards === isCanadian || spec.strength === 1) return tag;
  if (!backwards) return "fr";
  if (ROOT_ORDER.includes(tag.split("-")[0]?.toLowerCase() ?? "") && !tag.includes("-u-")) return "fr-CA";
  throw new MongoError("CommandNotSupported", `collation option backwards is not supported for locale ${tag}`);
}

const ROOT_ORDER = ["en", "fr", "de", "it", "nl", "pt", "ga", "id", "ms", "sw", "zu", "lb", "ca"];
