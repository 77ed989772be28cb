import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";

export const WIPE_OWED_KEY = "astrolabe.wipe-owed";
const EVERYBODY = "everybody";

/** Whose database is to be removed: a user's by their id, everybody's, or nobody's where nothing says whose there is. */
export type WipedOwner = number | typeof EVERYBODY | null;

/** Whose database was to be removed by a page that was closed before it was, or could not; null where there is none. */
export function owedWipe(): WipedOwner {
  const stored = readStored(WIPE_OWED_KEY);
  if (stored === EVERYBODY) return stored;
  const userId = Number(stored);
  return Number.isSafeInteger(userId) && userId > 0 ? userId : null;
}

export function oweWipe(owner: WipedOwner): void {
  if (owner !== null) writeStored(WIPE_OWED_KEY, String(owner));
}

/** It is done; or its user is back, and whatever is left of it is theirs. */
export function forgiveWipe(): void {
  removeStored(WIPE_OWED_KEY);
}
