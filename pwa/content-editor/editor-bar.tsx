import { t } from "@lingui/core/macro";
import { Redo2, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Segments } from "#pwa/ui/segments.tsx";
import { type Content, languagesOf } from "#schemas/content/items.ts";
import { type Language, LANGUAGE_NAMES, LANGUAGES } from "#schemas/values/languages.ts";
import { type ContentIssues, countWithin } from "./content-issues.ts";
import { IconButton } from "./move-bar.tsx";
import type { Session } from "./use-session.ts";

export type EditorView = "write" | "preview";

interface EditorBarProps {
  readonly session: Session;
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
  readonly note: ReactNode;
  readonly acts: ReactNode;
  readonly isReadOnly: boolean;
}

/** What stays in sight while somebody writes: whether it is kept, the way back, and what can be done with it. */
export function EditorBar({ session, view, onView, note, acts, isReadOnly }: EditorBarProps) {
  const { past, future } = session.history;
  return (
    <div className="sticky top-14 z-20 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-ground px-1 py-2 low:static">
      <div className="flex items-center gap-1">
        {isReadOnly ? null : (
          <>
            <IconButton
              Icon={Undo2}
              label={t`Undo`}
              keys="Control+Z"
              isOff={past.length === 0}
              onClick={session.undo}
            />
            <IconButton
              Icon={Redo2}
              label={t`Redo`}
              keys="Control+Shift+Z"
              isOff={future.length === 0}
              onClick={session.redo}
            />
          </>
        )}
      </div>
      <Segments
        label={t`How it is shown`}
        items={[
          { value: "write", label: isReadOnly ? t`Read` : t`Write` },
          { value: "preview", label: t`Preview` },
        ]}
        value={view}
        onValueChange={onView}
      />
      <div className="min-w-0 grow basis-40">{note}</div>
      <div className="flex flex-wrap items-center gap-2">{acts}</div>
    </div>
  );
}

interface LanguageTabsProps {
  readonly content: Content;
  readonly issues: ContentIssues;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}

/** The languages: which is written, which readers see in English, and where something is wrong. */
export function LanguageTabs({ content, issues, language, onLanguage }: LanguageTabsProps) {
  const written = languagesOf(content.kind === "menu" ? content.name : content.words);
  return (
    <Segments
      label={t`Language that is written`}
      items={LANGUAGES.map((value) => ({
        value,
        label: (
          <span className="flex items-center gap-1.5">
            <span lang={value}>{LANGUAGE_NAMES[value]}</span>
            <Mark isWritten={written.includes(value)} wrong={countWithin(issues, `words.${value}`)} />
          </span>
        ),
      }))}
      value={language}
      onValueChange={onLanguage}
    />
  );
}

function Mark({ isWritten, wrong }: { readonly isWritten: boolean; readonly wrong: number }) {
  if (wrong > 0)
    return (
      <span className="text-down">
        <span aria-hidden="true">!</span>
        <span className="sr-only">{t`something is missing or wrong`}</span>
      </span>
    );
  if (isWritten) return null;
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t`not written: readers see English`}</span>
    </span>
  );
}
