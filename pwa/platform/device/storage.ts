import { heldKeys } from "./held-keys.ts";
import { logProblem } from "./log.ts";

/** Where the app lock is set up; while it stands there, all else is sealed. */
export const LOCK_KEY = "astrolabe.lock";
/** When the last of what is not sent yet has had its time, in ms since the epoch: without it nothing looks for any (`unsent-time.ts`). */
export const UNSENT_UNTIL_KEY = "astrolabe.unsent-until";
/** What must be readable before a person unlocks, or by what runs before the app: it tells nothing of them. */
const CLEAR_KEYS: readonly string[] = [
  LOCK_KEY,
  "astrolabe.theme",
  "astrolabe.theme.sent",
  "astrolabe.language",
  "astrolabe.language.sent",
  "astrolabe.sidebar",
  "astrolabe.sign-out-owed",
  "astrolabe.toast",
  "astrolabe.signed-out",
  "astrolabe.wipe-owed",
];
const SEALED_MARK = "sealed:";

/**
 * Reads a small text kept on this device; null if it is not there or storage is closed to us. With the app lock on, texts
 * are sealed: also null while it is locked.
 */
export function readStored(key: string): string | null {
  try {
    const stored = localStorage.getItem(key);
    if (stored === null || CLEAR_KEYS.includes(key)) return stored;
    return opened(key, stored);
  } catch (error) {
    if (heldKeys() !== null) logProblem("A stored text could not be read", error);
    return null;
  }
}

/**
 * Keeps a small text on this device, sealed where the app lock is on; false where storage is full or closed to us, or
 * the app is locked, so that callers can say so.
 */
export function writeStored(key: string, value: string): boolean {
  try {
    const kept = CLEAR_KEYS.includes(key) ? value : toBeKept(key, value);
    if (kept === null) return false;
    localStorage.setItem(key, kept);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage that is closed to us holds nothing to remove.
    return;
  }
}

/** The keys of small texts that begin with `prefix`. */
export function storedKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // Storage that is closed to us holds nothing.
    return [];
  }
}

/** Removes what this app and its libraries keep in the small storages of this device, save the keys that are named. */
export function clearStored(except: readonly string[]): void {
  try {
    for (const key of Object.keys(localStorage)) if (!except.includes(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Storage that is closed to us holds nothing to remove.
    return;
  }
}

/** Seals what is kept in plain, once the app lock is on. Throws without keys, and where there is no room. */
export function sealStored(): void {
  wantKeys();
  for (const [key, stored] of personalTexts()) {
    const kept = stored.startsWith(SEALED_MARK) ? null : toBeKept(key, stored);
    if (kept !== null) localStorage.setItem(key, kept);
  }
}

/** Puts all back in plain, before the app lock goes. Throws without keys; what they do not open is lost already and removed. */
export function unsealStored(): void {
  wantKeys();
  for (const [key] of personalTexts()) {
    const text = readStored(key);
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  }
}

function wantKeys(): void {
  if (heldKeys() === null) throw new Error("This device is locked.");
}

function personalTexts(): [string, string][] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith("astrolabe.") && !CLEAR_KEYS.includes(key));
  return keys.map((key) => [key, localStorage.getItem(key) ?? ""]);
}

/** Where the lock is on, a text without the mark was left by a page that closed before all was sealed. */
function opened(key: string, stored: string): string | null {
  const keys = heldKeys();
  if (keys === null && isLockSet()) return null;
  if (!stored.startsWith(SEALED_MARK)) return stored;
  return keys === null ? null : keys.texts.open(key, stored.slice(SEALED_MARK.length));
}

function toBeKept(key: string, value: string): string | null {
  // A lock that was removed with all else, for another person say, seals nothing more, whatever this tab still holds.
  if (!isLockSet()) return value;
  const keys = heldKeys();
  return keys === null ? null : SEALED_MARK + keys.texts.seal(key, value);
}

/** Whether this device has an app lock, locked or not. */
export function isLockSet(): boolean {
  try {
    return localStorage.getItem(LOCK_KEY) !== null;
  } catch {
    return false;
  }
}
