import { useEffect, useState } from "react";
import { whenIdle } from "#pwa/platform/device/idle.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { type HeldPage, heldPage, heldSite, useHeldPage } from "./site-store.ts";

/** Whoever draws only what is known already loads none of what asks for more. */
const load = () => import("./follow-content.ts");

/** Keeps menus, blocks and the list of pages as they are published, for as long as this stands. */
export function useFollowedSite(): void {
  const language = useLanguage();
  useEffect(
    () => begun((follow) => follow.followSite(language), { isShown: heldSite()?.language === language }),
    [language],
  );
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
    return begun((follow) => follow.followPage(language, key, fail), {
      isShown: heldPage(language, key) !== null,
      onFailure: fail,
    });
  }, [language, key]);
  return { held, isUnreachable: held === null && unreachable === key };
}

type Follow = Awaited<ReturnType<typeof load>>;
interface Beginning {
  /** Whether what is followed is shown already, as it came with the page: then a slow phone takes the page over first. */
  readonly isShown: boolean;
  readonly onFailure?: () => void;
}

function begun(begin: (follow: Follow) => () => void, { isShown, onFailure }: Beginning): () => void {
  let end: (() => void) | null = null;
  let isEnded = false;
  const start = async () => {
    if (isShown) await whenIdle();
    if (isEnded) return;
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
