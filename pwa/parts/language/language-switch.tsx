import { t } from "@lingui/core/macro";
import { Globe } from "lucide-react";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { LANGUAGE_NAMES, LANGUAGES, languageNamed } from "#schemas/values/languages.ts";
import { changeLanguage } from "./change-language.ts";

/** Turns everything to another language, for people who are not signed in. */
export function LanguageSwitch({ className }: { readonly className?: string }) {
  const language = useLanguage();
  return (
    <span className={classNames("relative inline-flex items-center text-ink-2", className)}>
      <Globe aria-hidden="true" className="pointer-events-none absolute start-2.5 size-4" />
      <select
        aria-label={t`Language`}
        value={language}
        onChange={(event) => {
          const chosen = languageNamed(event.target.value);
          if (chosen !== null) void changeLanguage(chosen);
        }}
        className="min-h-9 appearance-none rounded-md bg-transparent ps-8 pe-2.5 text-sm hover:bg-surface-2 hover:text-ink pointer-coarse:min-h-11"
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each} className="bg-surface text-ink">
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
    </span>
  );
}
