import { t } from "@lingui/core/macro";
import { editSettings } from "#pwa/platform/db/edits.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import type { Language } from "#schemas/values/languages.ts";
import { changeLanguage } from "./change-language.ts";
import { LANGUAGE_OPTIONS } from "./language-options.ts";

const EXAMPLE_DAY_MS = new Date(2026, 4, 1).getTime();

/** The language of a person, on this device at once and on their others as soon as they hear of it. */
export function LanguageField() {
  const language = useLanguage();
  const database = useUserDatabase();
  const choose = async (chosen: Language) => {
    if (!(await changeLanguage(chosen)) || database === null) return;
    try {
      await editSettings(database, { language: chosen }, nowMs());
    } catch (error) {
      showToast({
        title: t`The setting could not be kept`,
        description: error instanceof Error ? error.message : String(error),
        tone: "destructive",
      });
    }
  };
  return (
    <SelectField
      label={t`Language`}
      options={LANGUAGE_OPTIONS}
      value={language}
      onValueChange={(chosen) => void choose(chosen)}
      hint={t`On all your devices. Amounts and dates follow it: ${{ amount: formatAmountText("1234.5") }}, ${{ date: formatDate(EXAMPLE_DAY_MS) }}.`}
    />
  );
}
