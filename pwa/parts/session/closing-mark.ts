import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";

const CLOSING_KEY = "astrolabe.closing";

/** Notes that this user's account is being closed: when their session ends, nothing of them stays on this device. */
export function markClosing(userId: number): void {
  writeStored(CLOSING_KEY, String(userId));
}

/** Whose account is being closed, as far as this device knows. */
export function closingUser(): number | null {
  const userId = Number(readStored(CLOSING_KEY));
  return Number.isSafeInteger(userId) && userId > 0 ? userId : null;
}

/** The account stays open after all. */
export function unmarkClosing(): void {
  removeStored(CLOSING_KEY);
}
