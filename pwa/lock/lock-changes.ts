import { LOCK_KEY } from "#pwa/platform/device/storage.ts";

const listeners = new Set<() => void>();

/** Calls back when the lock changes in this tab or another. */
export function subscribeToLock(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === LOCK_KEY || key === null) listener();
  };
  listeners.add(listener);
  addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", follow);
  };
}

/** Tells those in this tab: browsers tell the others. */
export function tellLockChanged(): void {
  for (const listener of listeners) listener();
}
