import type { EditorSession } from "#pwa/content-editor/door.ts";
import type { ContentItemOutput } from "#schemas/content/desk.ts";
import type { Which } from "./content-port.ts";

/** What every sheet of an act is handed. */
export interface ActProps {
  readonly which: Which;
  readonly item: ContentItemOutput;
  readonly session: EditorSession;
  /** It was done. */
  readonly onDone: () => void;
  /** Nothing is left of it. */
  readonly onGone: () => void;
  readonly onClose: () => void;
}
