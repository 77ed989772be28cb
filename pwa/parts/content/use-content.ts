import { useEffect, useState } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { type HeldPage, useHeldPage } from "./site-store.ts";

/** Whoever draws only what is known already loads none of what asks for more. */
const load = () => import("./follow-content.ts");

/** Keeps menus, blocks and the list of pages as they are published, for as long as this stands. */
export function useFollowedSite(): void {
  const language = useLanguage();
  useEffect(() => begun((follow) => follow.followSite(language)), [language]);
}

export interface ShownPage {
  readonly held: HeldPage | null;
  /** Whether the server could not be asked, and nothing is kept here. */
  readonly isUnreachable: boolean;
}

/** A page in the language that is shown: as it came with this page of markup, as this device kept it, and as it is published. */
export function useContentPage(key: string): ShownPage {
  const language = useLanguage();
  const held = useHeldPage(key);
  const [unreachable, setUnreachable] = useState<string | null>(null);
  useEffect(() => {
    const fail = () => setUnreachable(key);
    return begun((follow) => follow.followPage(language, key, fail), fail);
  }, [language, key]);
  return { held, isUnreachable: held === null && unreachable === key };
}

function begun(begin: (follow: Awaited<ReturnType<typeof load>>) => () => void, onFailure?: () => void): () => void {
  let end: (() => void) | null = null;
  let isEnded = false;
  const start = async () => {
    const follow = await load();
    if (!isEnded) end = begin(follow);
  };
  start().catch((error: unknown) => {
    logProblem("What is published cannot be followed", error);
    onFailure?.();
  });
  return () => {
    isEnded = true;
    end?.();
  };
}
