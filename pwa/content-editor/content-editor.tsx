import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import type { Content } from "#schemas/content/items.ts";
import type { Language } from "#schemas/values/languages.ts";
import { BlockForm } from "./block-form.tsx";
import type { ContentIssues } from "./content-issues.ts";
import { EditorBar, type EditorView, LanguageTabs } from "./editor-bar.tsx";
import { MenuForm } from "./menu-form.tsx";
import { PageForm } from "./page-form.tsx";
import type { Pictures } from "./pictures.ts";
import { Preview } from "./preview.tsx";
import { SaveNote } from "./save-note.tsx";
import { StoppedNotice } from "./stopped-notice.tsx";
import { type EditorPort, type EditorSession, type Kept, useEditorSession } from "./use-session.ts";
import { type Change, type Writing, WritingProvider } from "./writing.ts";

export interface ContentEditorProps {
  /** What it begins with; another item is another editor. */
  readonly start: Kept;
  /** When the draft was saved last; null where there is none. */
  readonly savedAt: string | null;
  readonly port: EditorPort;
  readonly pictures: Pictures;
  readonly isReadOnly: boolean;
  /** Whether it is an example, of which nothing is kept. */
  readonly isSample?: boolean;
  /** What else is done with it, drawn in its bar and around it. */
  readonly renderActs?: (session: EditorSession) => ReactNode;
}

/** Writes a page, a block or a menu. */
export function ContentEditor(props: ContentEditorProps) {
  const { start, savedAt, port, pictures, isReadOnly, isSample = false, renderActs } = props;
  const session = useEditorSession(start, port);
  const [view, setView] = useState<EditorView>("write");
  const [language, setLanguage] = useState<Language>("en");
  const [said, setSaid] = useState("");
  const { content, saving, issues } = session;
  const writing = useMemo(
    (): Writing => ({ language, issues, isReadOnly, pictures, announce: setSaid }),
    [language, issues, isReadOnly, pictures],
  );
  return (
    <WritingProvider value={writing}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the fields within it */}
      <div
        data-editor
        tabIndex={-1}
        onKeyDownCapture={isReadOnly ? undefined : session.hearKeys}
        className="flex flex-col gap-4 outline-none"
      >
        <EditorBar
          session={session}
          view={view}
          onView={setView}
          isReadOnly={isReadOnly}
          note={<SaveNote saving={saving} savedAt={savedAt} isReadOnly={isReadOnly} isSample={isSample} />}
          acts={renderActs?.(session)}
        />
        {/* What just happened, for who does not see it, too. */}
        <p role="status" data-said className={said === "" ? "sr-only" : "text-sm text-ink-2"}>
          {said}
        </p>
        {saving.kind === "stopped" ? <StoppedNotice error={saving.error} session={session} port={port} /> : null}
        <div>
          <LanguageTabs content={content} issues={issues} language={language} onLanguage={setLanguage} />
        </div>
        {issues.size > 0 && view === "write" ? <ToFirst issues={issues} onLanguage={setLanguage} /> : null}
        {view === "preview" ? (
          <Preview content={content} />
        ) : (
          <Form key={language} content={content} onChange={session.change} />
        )}
      </div>
    </WritingProvider>
  );
}

function Form({ content, onChange }: { readonly content: Content; readonly onChange: Change<Content> }) {
  switch (content.kind) {
    case "page":
      return <PageForm content={content} onChange={onChange} />;
    case "block":
      return <BlockForm content={content} onChange={onChange} />;
    case "menu":
      return <MenuForm content={content} onChange={onChange} />;
  }
}

interface ToFirstProps {
  readonly issues: ContentIssues;
  readonly onLanguage: (language: Language) => void;
}

const IN_LANGUAGE = /^(?:words|name)\.(?<language>en|es|fr|pt|ar)\b/;

/** Leads to what is wrong, in whichever language it is. */
function ToFirst({ issues, onLanguage }: ToFirstProps) {
  const [first = ""] = [...issues.keys()];
  function go() {
    const language = IN_LANGUAGE.exec(first)?.groups?.["language"];
    if (language !== undefined) onLanguage(language as Language);
    setTimeout(() => {
      const field = fieldAt(first);
      field?.focus();
      field?.scrollIntoView({ block: "center" });
    }, 50);
  }
  return (
    <Button variant="link" size="inline" className="self-start" onClick={go}>
      {t`Go to what is missing or wrong`}
    </Button>
  );
}

/** The field of a path, or of the nearest thing around it. */
function fieldAt(path: string): HTMLElement | null {
  const names = path.split(".");
  while (names.length > 0) {
    const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(names.join("."))}"]`);
    if (field !== null) return field;
    names.pop();
  }
  return null;
}
