/** Reads a small text that is kept as long as this tab is; null if it is not there or storage is closed to us. */
export function readTabText(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a small text until the tab is closed, where the browser lets us; null removes it. */
export function writeTabText(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // A tab that keeps nothing asks again after it was loaded anew.
    return;
  }
}
