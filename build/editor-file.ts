import type { Rolldown } from "vite";

/** What the file of the editor is called: operators load it, and who tries the example; no device keeps it. */
export const EDITOR_FILE = "editor-parts";
/** What is fetched of it, by its name. */
export const EDITOR_PARTS = "content-editor/editor-parts";
/** What stands in it: all of the feature but what is shown before it comes, and the libraries that nothing else needs. */
const EDITOR_MODULES =
  /\/pwa\/content-editor\/(?!door|later-editor|sample-|content-words)|\/node_modules\/(?:@tiptap|prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname|@atlaskit|bind-event-listener|raf-schd|diff)\//;

/** The editor and its libraries come in one file, by its name, which no other loads but when it is shown. */
export function refuseEditorElsewhere(chunks: readonly Rolldown.OutputChunk[]): void {
  const theirs = chunks.filter(({ moduleIds }) => moduleIds.some((id) => EDITOR_MODULES.test(id)));
  const strange = theirs.find(({ name }) => name !== EDITOR_FILE);
  if (strange) throw new Error(`${strange.fileName} has parts of the editor: who writes nothing would load them.`);
  if (theirs.length !== 1) throw new Error(`The editor comes in ${theirs.length} files: one has all of it.`);
  const needing = chunks.find(({ imports }) => imports.some((name) => name === theirs[0]?.fileName));
  if (needing) throw new Error(`${needing.fileName} loads the editor at once: it is fetched when it is shown.`);
}
