import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { Content } from "#schemas/content/items.ts";
import { type Autosave, beginAutosave, type DraftPlace, type SaveState } from "./autosave.ts";
import { type ContentIssues, issuesOfRefusal, NO_ISSUES, readContent } from "./content-issues.ts";
import { beginHistory, edited, type History, redone, undone } from "./history.ts";
import type { Change } from "./writing.ts";

/** Where what is written is kept. */
export interface EditorPort {
  readonly save: (content: Content, place: DraftPlace, isLast: boolean) => Promise<{ readonly revision: number }>;
  readonly meaningOf: (error: unknown) => "unanswered" | "refused" | "stopped";
  /** What is there by now, where somebody else was at it; whoever asks has it to write from then on. */
  readonly theirs: () => Promise<Kept>;
}

/** What is kept, and from where the next saving goes on. */
export interface Kept {
  readonly content: Content;
  readonly place: DraftPlace;
}

/** What is done with something that is written while its editor is open. */
export interface EditorSession {
  readonly content: Content;
  readonly saving: SaveState;
  readonly change: Change<Content>;
  /** Saves what is typed; from where it goes on then, null where it is not saved. */
  readonly flush: () => Promise<DraftPlace | null>;
  /** The server has this now, and what is written is this: one step back is what was. */
  readonly take: (kept: Kept) => void;
  /** The server has this now; what is written stays, and goes over it. */
  readonly goOnFrom: (kept: Kept) => void;
  /** Marks the fields that a refusal names. */
  readonly mark: (error: unknown) => void;
}

export interface Session extends EditorSession {
  readonly history: History<Content>;
  readonly issues: ContentIssues;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly hearKeys: (event: KeyboardEvent) => void;
}

/** One person writing one thing: their steps, and the keeping of them. */
export function useEditorSession(start: Kept, port: EditorPort): Session {
  const [history, setHistory] = useState(() => beginHistory(start.content));
  const [saving, setSaving] = useState<SaveState>({ kind: "saved", atMs: null });
  const [isShowing, setShowing] = useState(false);
  const [marked, setMarked] = useState<{ readonly error: unknown } | null>(null);
  const [autosave] = useState((): Autosave =>
    beginAutosave({
      ...start,
      read: (content) => {
        const read = readContent(content);
        return "value" in read ? read.value : null;
      },
      save: port.save,
      meaningOf: port.meaningOf,
      nowMs,
      onState: (state) => {
        setSaving(state);
        if (state.kind === "incomplete") setShowing(true);
        if (state.kind === "saved") setShowing(false);
      },
    }),
  );
  const content = history.present;
  useEffect(() => autosave.changed(content), [autosave, content]);
  useEffect(() => () => autosave.leave(), [autosave]);
  const change = useCallback<Change<Content>>((next, of) => {
    setHistory((now) => edited(now, next, { of, atMs: nowMs() }));
  }, []);
  const undo = useCallback(() => setHistory(undone), []);
  const redo = useCallback(() => setHistory(redone), []);
  const issues = useMemo(() => {
    const refusal = saving.kind === "refused" ? { error: saving.error } : marked;
    const named = refusal === null ? NO_ISSUES : issuesOfRefusal(refusal.error, content);
    const read = isShowing ? readContent(content) : null;
    return new Map([...named, ...(read !== null && "issues" in read ? read.issues : NO_ISSUES)]);
  }, [content, isShowing, saving, marked]);
  return {
    content,
    saving,
    history,
    issues,
    change,
    undo,
    redo,
    flush: autosave.flush,
    take(kept) {
      autosave.goOnFrom(kept.content, kept.place);
      setMarked(null);
      change(kept.content, null);
    },
    goOnFrom(kept) {
      autosave.goOnFrom(kept.content, kept.place);
    },
    mark: (error) => setMarked(error === null ? null : { error }),
    hearKeys(event) {
      const step = stepOf(event);
      if (step === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (step === "undo") undo();
      else if (step === "redo") redo();
      else void autosave.flush();
    },
  };
}

/** Taking back is the editor's own: a browser's knows one field alone. */
function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): "undo" | "redo" | "save" | null {
  if (altKey || !(ctrlKey || metaKey)) return null;
  const pressed = key.toLowerCase();
  if (pressed === "z") return shiftKey ? "redo" : "undo";
  if (shiftKey) return null;
  return pressed === "y" ? "redo" : pressed === "s" ? "save" : null;
}
