import type { BlockPlace } from "#schemas/content/items.ts";
import type { BlockOutput, SiteOutput } from "#schemas/content/read.ts";

/** The blocks that stand at a place at this moment, as far as this device knows: what has ended is not shown, also where nobody can be asked. */
export function shownBlocks(site: SiteOutput | null, place: BlockPlace, nowMs: number): readonly BlockOutput[] {
  return (site?.blocks ?? []).filter(
    (block) => block.place === place && (block.until === null || nowMs < Date.parse(block.until)),
  );
}

/** How long until the next of them ends, in ms; null where none does. */
export function nextEndMs(blocks: readonly BlockOutput[], nowMs: number): number | null {
  const ends = blocks.flatMap(({ until }) => (until === null ? [] : [Date.parse(until) - nowMs]));
  return ends.length === 0 ? null : Math.min(...ends);
}
