/** What comes with the editor's file: whoever writes loads it, and nobody else. */
export { ContentEditor } from "./content-editor.tsx";
export { Difference } from "./difference.tsx";
export { UploadForm } from "./upload-form.tsx";
