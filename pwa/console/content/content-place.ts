import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import * as v from "valibot";
import { ContentKey } from "#schemas/content/items.ts";

/** What of the tab stands in its address besides what every list has there: the item that is open. */
const ContentPlace = v.object({ item: v.fallback(v.optional(ContentKey), undefined) });

/** Which item is open, and how another one is. */
export function useOpenItem(): { readonly open: string | null; readonly go: (key: string | null) => void } {
  const { item = null } = v.parse(v.fallback(ContentPlace, {}), useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = useCallback(
    (key: string | null) =>
      void navigate({
        to: ".",
        search: (now: Readonly<Record<string, unknown>>) => {
          const { item: _, ...others } = now;
          return key === null ? others : { ...others, item: key };
        },
      }),
    [navigate],
  );
  return { open: item, go };
}
