import type { InEachLanguage } from "#schemas/content/items.ts";

/** The same in English, Spanish, French, Portuguese and Arabic, in this order. */
export type FiveTexts = readonly [en: string, es: string, fr: string, pt: string, ar: string];

/** A text by its languages. */
export function inLanguages([en, es, fr, pt, ar]: FiveTexts): InEachLanguage<string> {
  return { en, es, fr, pt, ar };
}
