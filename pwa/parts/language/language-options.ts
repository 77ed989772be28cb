import type { SelectOption } from "#pwa/ui/select.tsx";
import { type Language, LANGUAGE_NAMES, LANGUAGES } from "#schemas/values/languages.ts";

/** Every language by its own name, so that whoever reads it finds it. */
export const LANGUAGE_OPTIONS: readonly SelectOption<Language>[] = LANGUAGES.map((value) => ({
  value,
  label: LANGUAGE_NAMES[value],
}));
