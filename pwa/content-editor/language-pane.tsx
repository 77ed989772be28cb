import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { InEachLanguage } from "#schemas/content/items.ts";
import { LANGUAGE_NAMES } from "#schemas/values/languages.ts";
import { withoutLanguage } from "./menu-words.ts";
import { type Change, useWriting } from "./writing.ts";

interface LanguagePaneProps<Words> {
  readonly written: InEachLanguage<Words>;
  /** Nothing written yet. */
  readonly empty: Words;
  readonly onChange: Change<InEachLanguage<Words>>;
  readonly children: (words: Words, onChange: Change<Words>) => ReactNode;
}

/** What is written in the language that is chosen; where nothing is, what readers see instead, and how it is begun. */
export function LanguagePane<Words>({ written, empty, onChange, children }: LanguagePaneProps<Words>) {
  const { language, isReadOnly, announce } = useWriting();
  const words = written[language];
  const name = LANGUAGE_NAMES[language];
  const set = (next: Words | undefined, of: string | null) => onChange({ ...written, [language]: next }, of);
  if (words === undefined)
    return (
      <Notice title={t`This is not written in ${name}: readers see English.`}>
        {isReadOnly ? null : (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => set(written.en, null)}>
              <Trans>Copy from English</Trans>
            </Button>
            <Button variant="ghost" size="sm" onClick={() => set(empty, null)}>
              <Trans>Begin empty</Trans>
            </Button>
          </div>
        )}
      </Notice>
    );
  return (
    <>
      {children(words, set)}
      {language === "en" || isReadOnly ? null : (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => {
            onChange(withoutLanguage(written, language), null);
            announce(t`${name} removed. Undo brings it back.`);
          }}
        >
          <Trans>Take {name} away: readers see English</Trans>
        </Button>
      )}
    </>
  );
}
