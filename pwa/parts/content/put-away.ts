import * as v from "valibot";
import { PUT_AWAY_KEY } from "#pwa/parts/session/kept-keys.ts";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import type { BlockOutput } from "#schemas/content/read.ts";

type Named = Pick<BlockOutput, "blockKey" | "version">;

/** By the keys of announcements, which version of each was put away on this device. */
const kept = keptText(PUT_AWAY_KEY, v.record(v.string(), v.number()), null);
const MOST = 50;

/** Whether this very version of a block was put away on this device: what is said anew is shown anew. */
export function isPutAway({ blockKey, version }: Named): boolean {
  return kept.read()?.[blockKey] === version;
}

/** Keeps in mind that nobody here wants to see it again. Of many the latest are known. */
export function putAway({ blockKey, version }: Named): void {
  const { [blockKey]: _former, ...others } = kept.read() ?? {};
  const latest = Object.entries(others).slice(1 - MOST);
  kept.keep(Object.fromEntries([...latest, [blockKey, version]]));
}
