import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";

const KEY = "astrolabe.synced";

/** When this device last held all that the server had for the user, in ms since the epoch; null for never. */
export function keptSyncTime(userId: number): number | null {
  const [owner, time] = (readStored(KEY) ?? "").split("@");
  const timeMs = Number(time);
  return owner === String(userId) && Number.isSafeInteger(timeMs) && timeMs > 0 ? timeMs : null;
}

/** Forgets it: what this device held is gone. */
export function forgetSyncTime(): void {
  removeStored(KEY);
}

/** Keeps the time for the next page, so that it can say how old its data is before it has a connection. */
export function keepSyncTime(userId: number, timeMs: number | null): void {
  if (timeMs !== null && timeMs !== keptSyncTime(userId)) writeStored(KEY, `${userId}@${timeMs}`);
}
