import { keyOf } from "#pwa/parts/content/site-store.ts";
import { useContentPage } from "#pwa/parts/content/use-content.ts";
import type { PageContents } from "./page-shape.ts";
import { contentsOf } from "./stored-page.ts";

/** What a screen at `path` says of itself. Pending until it is known; offline, and where nothing is published, `own` is used. */
export function usePage(
  path: string,
  own: PageContents,
): { readonly contents: PageContents; readonly isPending: boolean } {
  const { held, isUnreachable } = useContentPage(keyOf(path));
  return { contents: contentsOf(held?.page ?? null, own), isPending: held === null && !isUnreachable };
}
