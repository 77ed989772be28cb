/** What other features may use of this one: its file comes when something of it is shown. */

export type { DraftPlace } from "./autosave.ts";
export { blockTypeWords, groupWords, kindWords, locationWords, placeWords } from "./content-words.ts";
export { ContentDifference, ContentEditor, PictureUpload } from "./later-editor.tsx";
export type { Pictures } from "./pictures.ts";
export type { EditorPort, EditorSession, Kept } from "./use-session.ts";
