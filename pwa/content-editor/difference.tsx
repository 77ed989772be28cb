import { Trans } from "@lingui/react/macro";
import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import type { Content } from "#schemas/content/items.ts";
import { directionOf, type Language, LANGUAGE_NAMES, LANGUAGES } from "#schemas/values/languages.ts";
import { contentText } from "./content-text.ts";

interface DifferenceProps {
  readonly before: Content;
  readonly after: Content;
}

/** What one writing says that another does not, word by word, in each language of theirs that differs. */
export function Difference({ before, after }: DifferenceProps) {
  const languages = LANGUAGES.filter((each) => contentText(before, each) !== contentText(after, each));
  if (languages.length === 0)
    return (
      <p className="text-sm text-ink-3">
        <Trans>Both say the same words. What else is set about them may differ.</Trans>
      </p>
    );
  return (
    <div className="flex flex-col gap-5">
      {languages.map((language) => (
        <InLanguage key={language} language={language} before={before} after={after} />
      ))}
    </div>
  );
}

function InLanguage({ language, before, after }: DifferenceProps & { readonly language: Language }) {
  const parts = useMemo(
    () => diffWordsWithSpace(contentText(before, language) ?? "", contentText(after, language) ?? ""),
    [before, after, language],
  );
  return (
    <section aria-label={LANGUAGE_NAMES[language]}>
      <h3 className="mb-2 text-sm font-semibold text-ink-2">{LANGUAGE_NAMES[language]}</h3>
      <div
        lang={language}
        dir={directionOf(language)}
        className="rounded-md border border-line bg-ground p-3 text-sm break-words whitespace-pre-wrap"
      >
        {parts.map(({ value, added, removed }, at) => {
          // oxlint-disable-next-line react/no-array-index-key -- a word is told by its place alone
          if (added)
            return (
              <ins key={at} className="rounded-sm bg-up-soft text-up">
                {value}
              </ins>
            );
          // oxlint-disable-next-line react/no-array-index-key -- as above
          if (removed)
            return (
              <del key={at} className="rounded-sm bg-down-soft text-down">
                {value}
              </del>
            );
          // oxlint-disable-next-line react/no-array-index-key -- as above
          return <span key={at}>{value}</span>;
        })}
      </div>
    </section>
  );
}
