import { withSentences } from "#pwa/platform/language/show-language.ts";
import { later } from "#pwa/ui/later.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { ContentEditorProps } from "./content-editor.tsx";

const load = () => withSentences("content-editor/editor-parts", () => import("./editor-parts.tsx"));
const standIn = () => <Skeleton className="h-96 w-full" />;

/** Writes content. Its file is fetched with the first one that is shown. */
export const ContentEditor = later<ContentEditorProps>(async () => (await load()).ContentEditor, standIn);

/** What two writings say differently. */
export const ContentDifference = later(async () => (await load()).Difference, standIn);

/** Adds a picture. */
export const PictureUpload = later(async () => (await load()).UploadForm, standIn);
