import { type ComponentType, useEffect, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import type { BlockPlace } from "#schemas/content/items.ts";
import type { BlockOutput } from "#schemas/content/read.ts";
import { takeKept } from "./follow-content.ts";
import { nextEndMs, shownBlocks } from "./shown-blocks.ts";
import { heldSite, useSite } from "./site-store.ts";

type Blocks = ComponentType<{ readonly blocks: readonly BlockOutput[] }>;

/** Nobody loads it where operators say nothing; where they do it is there before the screen is drawn. */
let Drawn: Blocks | null = null;
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;

async function loadDrawn(): Promise<void> {
  const part = await import("./place-blocks.tsx");
  Drawn = part.PlaceBlocks;
}

/** Takes what this device holds, and what draws it where there is anything at a place: it moves nothing as it comes. Asks nobody. */
export async function readyBlocks(place: BlockPlace): Promise<void> {
  takeKept(shownLanguage());
  if (shownBlocks(heldSite(), place, nowMs()).length > 0) await loadDrawn();
}

export interface BlocksAtProps {
  readonly place: BlockPlace;
  /** Whether it stands at the top, where it would move all else as it comes, or where whatever is learned late goes. */
  readonly isTop: boolean;
  readonly className: string;
  /** Of these kinds alone, where others stand elsewhere on the screen. */
  readonly only?: readonly BlockOutput["blockType"][];
}

/** Whether all that is said at a place can be drawn with its screen. */
function isReady(place: BlockPlace): boolean {
  const site = heldSite();
  return site !== null && (Drawn !== null || shownBlocks(site, place, nowMs()).length === 0);
}

/** What operators say at a place. It stands at the top where it came with the screen, or is news; else at the end. */
export function BlocksAt({ place, isTop, className, only }: BlocksAtProps) {
  const [wasKnown] = useState(() => isReady(place));
  const site = useSite();
  const [now, setNow] = useState(nowMs);
  const blocks = shownBlocks(site, place, now).filter(({ blockType }) => only?.includes(blockType) ?? true);
  const endsInMs = nextEndMs(blocks, now);
  useEffect(() => {
    if (endsInMs === null) return undefined;
    const timer = setTimeout(() => setNow(nowMs()), Math.min(endsInMs, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [endsInMs]);
  const [, redraw] = useState(0);
  const isMissing = blocks.length > 0 && Drawn === null;
  useEffect(() => {
    if (!isMissing) return;
    // A screen is no worse for what cannot be said on it.
    loadDrawn().then(
      () => redraw((count) => count + 1),
      (error: unknown) => logProblem("What operators say here cannot be drawn", error),
    );
  }, [isMissing]);
  if (blocks.length === 0 || Drawn === null || wasKnown !== isTop) return null;
  return (
    <div className={className}>
      <Drawn blocks={blocks} />
    </div>
  );
}
