import { expect, test } from "vitest";
import { Language } from "#schemas/settings.ts";
import { LANGUAGES, shownLanguage } from "./languages.ts";

test("a chosen language is shown where the app is written in it, else English", () => {
  const written: readonly string[] = LANGUAGES.map(({ value }) => value);
  for (const language of Language.options)
    expect(shownLanguage(language)).toBe(written.includes(language) ? language : "en");
});
