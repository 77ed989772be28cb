import { useCallback, useEffect, useState } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import type { Find } from "./search-index.ts";
import { heldSite } from "./site-store.ts";

export interface ContentSearch {
  /** Null as long as it is fetched, and where it cannot be had. */
  readonly find: Find | null;
  readonly hasFailed: boolean;
  /** Somebody reaches for it. */
  readonly want: () => void;
}

/** The search over pages, fetched once somebody wants it. */
export function useContentSearch(isWantedNow: boolean): ContentSearch {
  const language = useLanguage();
  const [isWanted, setWanted] = useState(isWantedNow);
  const [state, setState] = useState<{ readonly find: Find | null; readonly hasFailed: boolean }>(NOTHING);
  const isAsked = isWanted || isWantedNow;
  useEffect(() => {
    if (!isAsked) return;
    let isLeft = false;
    const take = (next: typeof NOTHING) => {
      if (!isLeft) setState(next);
    };
    import("./search-index.ts")
      .then(({ openSearch }) => openSearch(language, heldSite()?.revision ?? null))
      .then(
        (find) => take({ find, hasFailed: false }),
        (error: unknown) => {
          logProblem("The search cannot be used", error);
          take({ find: null, hasFailed: true });
        },
      );
    return () => {
      isLeft = true;
    };
  }, [isAsked, language]);
  return { ...state, want: useCallback(() => setWanted(true), []) };
}

const NOTHING: { readonly find: Find | null; readonly hasFailed: boolean } = { find: null, hasFailed: false };
