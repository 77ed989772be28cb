import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";

const RECENT_KEY = "astrolabe.palette";
const Kept = v.object({ ids: v.array(v.string()) });
/** Some more than are shown: what is gone by now takes nobody's place. */
const MAX_KEPT = 12;

/** What this user chose last on this device, the newest first, by the ids of the entries. */
export function readRecent(userId: number): readonly string[] {
  return keptText(RECENT_KEY, Kept, userId).read()?.ids ?? [];
}

export function keepRecent(userId: number, id: string): void {
  const ids = [id, ...readRecent(userId).filter((other) => other !== id)].slice(0, MAX_KEPT);
  keptText(RECENT_KEY, Kept, userId).keep({ ids });
}
