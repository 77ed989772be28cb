/** Reads a small text kept on this device; null if it is not there or storage is closed to us. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a small text on this device; false where storage is full or closed to us, so that callers can say so. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
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
