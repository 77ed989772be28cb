import type { Content } from "#schemas/content/items.ts";

/** For so long nobody types before what was typed is saved; and who types on and on is saved as often as this. */
const QUIET_MS = 1000;
const AT_LAST_MS = 8000;
/** What found no answer is tried again after this. */
const AGAIN_MS = 5000;

/** Which draft the next saving goes on from, as the server last told. */
export interface DraftPlace {
  readonly revision: number;
  readonly baseVersion: number;
}

export type SaveState =
  /** Everything is saved; null where nothing was since it was opened. */
  | { readonly kind: "saved"; readonly atMs: number | null }
  | { readonly kind: "typed" }
  | { readonly kind: "saving" }
  /** What is written is not whole: fields are empty or wrong. */
  | { readonly kind: "incomplete" }
  /** The server could not be asked: it is, again and again. */
  | { readonly kind: "unanswered" }
  /** It refused: what is edited next is sent again. */
  | { readonly kind: "refused"; readonly error: unknown }
  /** Somebody else was here: nothing goes out before whoever writes says how it goes on. */
  | { readonly kind: "stopped"; readonly error: unknown };

export interface AutosaveOptions {
  readonly content: Content;
  readonly place: DraftPlace;
  /** Content as it can be sent; null where it cannot. */
  readonly read: (content: Content) => Content | null;
  readonly save: (content: Content, place: DraftPlace, isLast: boolean) => Promise<{ readonly revision: number }>;
  /** What a failed saving means. */
  readonly meaningOf: (error: unknown) => "unanswered" | "refused" | "stopped";
  readonly nowMs: () => number;
  readonly onState: (state: SaveState) => void;
}

export interface Autosave {
  /** What is written by now. */
  readonly changed: (content: Content) => void;
  /** Saves at once; the place of what is saved, null where it is not. */
  readonly flush: () => Promise<DraftPlace | null>;
  /** The server has this by now, and whatever is written goes on from there. */
  readonly goOnFrom: (content: Content, place: DraftPlace) => void;
  /** What can be sent as the page goes away is. */
  readonly leave: () => void;
}

/** Keeps what is written with the server: a moment after typing, one saving at a time, the last words last. */
export function beginAutosave(options: AutosaveOptions): Autosave {
  const { read, save, meaningOf, nowMs, onState } = options;
  let { content, place } = options;
  let saved = content;
  let state: SaveState = { kind: "saved", atMs: null };
  let timer: ReturnType<typeof setTimeout> | null = null;
  let typedSinceMs: number | null = null;
  let running: Promise<void> | null = null;

  const tell = (next: SaveState) => {
    state = next;
    onState(next);
  };
  const plan = (inMs: number) => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void go(), inMs);
  };
  const rest = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  async function go(): Promise<void> {
    rest();
    if (running !== null) return running;
    if (content === saved || state.kind === "stopped") return;
    const sent = content;
    const whole = read(sent);
    typedSinceMs = null;
    if (whole === null) return tell({ kind: "incomplete" });
    tell({ kind: "saving" });
    running = send(sent, whole);
    await running;
  }

  async function send(sent: Content, whole: Content): Promise<void> {
    const at = place;
    try {
      const { revision } = await save(whole, at, false);
      running = null;
      // What came from elsewhere meanwhile counts, not what was sent before it.
      if (place !== at) return;
      place = { ...at, revision };
      saved = sent;
      tell(content === sent ? { kind: "saved", atMs: nowMs() } : { kind: "typed" });
      if (content !== sent) plan(QUIET_MS);
    } catch (error) {
      running = null;
      if (place !== at) return;
      const kind = meaningOf(error);
      tell(kind === "unanswered" ? { kind } : { kind, error });
      if (kind === "unanswered") plan(AGAIN_MS);
      else if (kind === "refused" && content !== sent) plan(QUIET_MS);
    }
  }

  return {
    changed(next) {
      if (next === content) return;
      content = next;
      if (content === saved && running === null) {
        rest();
        if (state.kind !== "stopped") tell({ kind: "saved", atMs: null });
        return;
      }
      if (state.kind === "stopped") return;
      typedSinceMs ??= nowMs();
      if (running === null) tell({ kind: "typed" });
      plan(Math.max(0, Math.min(QUIET_MS, typedSinceMs + AT_LAST_MS - nowMs())));
    },
    async flush() {
      // What is under way was sent before the last words.
      if (running !== null) await running;
      await go();
      return content === saved ? place : null;
    },
    goOnFrom(next, at) {
      rest();
      place = at;
      saved = next;
      typedSinceMs = null;
      if (content === saved) return tell({ kind: "saved", atMs: nowMs() });
      tell({ kind: "typed" });
      plan(QUIET_MS);
    },
    leave() {
      rest();
      if (content === saved || state.kind === "stopped" || running !== null) return;
      const whole = read(content);
      if (whole !== null) save(whole, place, true).catch(() => undefined);
    },
  };
}
