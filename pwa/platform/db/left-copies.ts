import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { removeCopies } from "./remove-user-database.ts";

/** Readable without keys: it says what is to be removed, and of whose data nothing. */
const LEFT_KEY = "astrolabe.lock.left";

/** Notes which copies no longer count, so that they are removed whatever happens to this page. */
export function noteLeft(kind: "plain" | "sealed"): void {
  writeStored(LEFT_KEY, kind);
}

/** Removes what a turned on or turned off app lock has left, where a page closed before it could. */
export async function removeLeft(isSealed: boolean): Promise<void> {
  const left = readStored(LEFT_KEY);
  if (left === null) return;
  // Never the kind that is in use.
  if (left === (isSealed ? "plain" : "sealed")) await removeCopies(left);
  removeStored(LEFT_KEY);
}
