import { t } from "@lingui/core/macro";
import type { Editor, JSONContent } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { CircleAlert } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import type { RichText } from "#schemas/content/rich-text.ts";
import { LinkSheet } from "./link-sheet.tsx";
import { RICH_EXTENSIONS } from "./rich-schema.ts";
import { RichToolbar } from "./rich-toolbar.tsx";
import { type Change, textAttributes, useIssue, useWriting } from "./writing.ts";

interface RichFieldProps {
  readonly label: string;
  readonly path: string;
  readonly value: RichText;
  readonly onChange: Change<RichText>;
}

/** A text with marks. What is written is in the snapshot around it: taken back there, it is here as well. */
export function RichField({ label, path, value, onChange }: RichFieldProps) {
  const { language, isReadOnly } = useWriting();
  const issue = useIssue(path);
  const id = useId();
  const [isLinking, setLinking] = useState(false);
  const [begun] = useState(() => asWritten(value));
  /** What the editor holds, as it was last told or told. */
  const held = useRef(value);
  /** What it told and was not yet given back: by then more may have been typed, which is not to be lost. */
  const told = useRef<RichText[]>([]);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const { lang, dir } = textAttributes(language);
  const editor = useEditor({
    extensions: RICH_EXTENSIONS,
    content: begun,
    editable: !isReadOnly,
    // A sheet in the page's head is none that its policy allows: it is in the app's own.
    injectCSS: false,
    enableInputRules: true,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }) => {
      held.current = readWritten(editor);
      told.current.push(held.current);
      latest.current(held.current, path);
    },
  });
  useLayoutEffect(() => {
    const at = told.current.indexOf(value);
    told.current.splice(0, at + 1);
    if (at >= 0 || held.current === value) return;
    told.current = [];
    held.current = value;
    editor.commands.setContent(asWritten(value), { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    if (editor.isEditable === isReadOnly) editor.setEditable(!isReadOnly, false);
  }, [editor, isReadOnly]);
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: {
          id,
          role: "textbox",
          "aria-multiline": "true",
          "aria-label": label,
          "aria-invalid": String(issue !== undefined),
          "aria-readonly": String(isReadOnly),
          "data-path": path,
          ...(issue === undefined ? {} : { "aria-describedby": `${id}-error` }),
          lang,
          dir,
          class: "rich-text min-h-24 px-3 py-2.5 text-base outline-none",
        },
        handleKeyDown: (_, event) => {
          if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return false;
          // Elsewhere these keys open the search over everything.
          event.stopPropagation();
          setLinking(true);
          return true;
        },
      },
    });
  }, [editor, id, label, path, lang, dir, issue, isReadOnly]);
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium text-ink-2">
        {label}
      </span>
      <div
        className={classNames(
          "rounded-md border bg-ground focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent",
          issue === undefined ? "border-line-strong" : "border-down",
        )}
      >
        {isReadOnly ? null : (
          <RichToolbar
            editor={editor}
            controls={id}
            label={t`Set the text of: ${label}`}
            onLink={() => setLinking(true)}
          />
        )}
        <EditorContent editor={editor} />
      </div>
      {issue === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm text-down">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {issue}
        </p>
      )}
      {isLinking ? <LinkSheet editor={editor} onClose={() => setLinking(false)} /> : null}
    </div>
  );
}

/** Of the editor's own library: what it holds is of the closed set, which its schema is. */
function readWritten(editor: Editor): RichText {
  return editor.getJSON() as RichText;
}

/** It writes into what it is given, which never changes here. */
function asWritten(value: RichText): JSONContent {
  return structuredClone(value) as JSONContent;
}
