import * as v from "valibot";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";

const RECENT_KEY = "astrolabe.palette";
const Kept = v.object({ userId: v.number(), ids: v.array(v.string()) });
/** Some more than are shown: what is gone by now takes nobody's place. */
const MAX_KEPT = 12;

/** What this user chose last on this device, the newest first, by the ids of the entries. */
export function readRecent(userId: number): readonly string[] {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(RECENT_KEY));
  return stored.success && stored.output.userId === userId ? stored.output.ids : [];
}

export function keepRecent(userId: number, id: string): void {
  const ids = [id, ...readRecent(userId).filter((other) => other !== id)].slice(0, MAX_KEPT);
  writeStored(RECENT_KEY, JSON.stringify({ userId, ids }));
}
