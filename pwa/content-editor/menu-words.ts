import { t } from "@lingui/core/macro";
import type { InEachLanguage, MenuItem } from "#schemas/content/items.ts";
import type { Language } from "#schemas/values/languages.ts";

/** A text in one more language; an empty one is none, but in English, to which the others fall back. */
export function labelled(written: InEachLanguage<string>, language: Language, text: string): InEachLanguage<string> {
  if (language === "en" || text !== "") return { ...written, [language]: text };
  return withoutLanguage(written, language);
}

export function withoutLanguage<Words>(written: InEachLanguage<Words>, language: Language): InEachLanguage<Words> {
  const { en, ...others } = written;
  return { en, ...Object.fromEntries(Object.entries(others).filter(([name]) => name !== language)) };
}

/** What an item is called in the language that is written. */
export function nameOf({ label }: MenuItem, language: Language): string {
  const name = label[language] ?? label.en;
  return name.trim() === "" ? t({ message: "Empty", context: "nothing is written there yet" }) : name;
}
