import { useQuery } from "@tanstack/react-query";
import { call } from "#pwa/platform/api/call.ts";
import { PAGES_ENDPOINTS } from "#schemas/endpoints/pages.ts";
import type { PageContents } from "./page-shape.ts";
import { contentsOf, pageKeyOf } from "./stored-page.ts";

/** After this long the app's own text is shown. */
const ANSWER_MS = 2000;

/** What the page at `path` says. Pending for a moment at most; offline, and where nothing is stored, `own` is used. */
export function usePage(
  path: string,
  own: PageContents,
): { readonly contents: PageContents; readonly isPending: boolean } {
  const pageKey = pageKeyOf(path);
  const { data, isPending } = useQuery({
    queryKey: [`/api/pages/${pageKey}`],
    queryFn: ({ signal }) =>
      call(PAGES_ENDPOINTS.storedPage, {
        params: { pageKey },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      }),
  });
  return { contents: contentsOf(data ?? null, own), isPending };
}
