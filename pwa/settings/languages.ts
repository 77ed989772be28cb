import { t } from "@lingui/core/macro";
import type * as v from "valibot";
import type { SelectOption } from "#pwa/ui/select.tsx";
import type { Language } from "#schemas/settings.ts";

type LanguageCode = v.InferOutput<typeof Language>;

/** The languages that all of the app is written in, each by its own name. A setting may name others, which no screen has. */
export const LANGUAGES = [
  {
    value: "en",
    get label() {
      return t`English`;
    },
  },
] as const satisfies readonly SelectOption<LanguageCode>[];

type Shown = (typeof LANGUAGES)[number]["value"];

/** The language that is shown to a person who chose `language`, perhaps where there were more. */
export function shownLanguage(language: LanguageCode): Shown {
  return LANGUAGES.find(({ value }) => value === language)?.value ?? "en";
}
