import type { SyncCollection } from "#schemas/protocol.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";

/** Least time between two readings of a busy collection: a first sync writes in many small steps. */
const READ_EVERY_MS = 60;
/** A reading that takes long is repeated the more rarely: the page must not be busy with nothing else. */
const REST_PER_READING = 4;

/**
 * Calls `read` now and after every change of the collection, at most one at a time and not more often than needed.
 * Answers with the way to stop. A failed reading is told to `onError` and tried again with the next change.
 */
export function watchCollection(
  database: UserDatabase,
  collection: SyncCollection,
  read: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  const life = { isStopped: false };
  let isDirty = true;
  let isReading = false;

  async function readWhileDirty(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (isDirty && !life.isStopped) {
      isDirty = false;
      const beganMs = performance.now();
      try {
        await read();
      } catch (error) {
        if (!life.isStopped) onError(error);
      }
      if (!life.isStopped) await new Promise((resolve) => setTimeout(resolve, restAfter(beganMs)));
    }
    isReading = false;
  }

  const subscription = database.rows[collection].changes$.subscribe(() => {
    isDirty = true;
    void readWhileDirty();
  });
  void readWhileDirty();
  return () => {
    life.isStopped = true;
    subscription.unsubscribe();
  };
}

function restAfter(beganMs: number): number {
  return Math.max(READ_EVERY_MS, (performance.now() - beganMs) * REST_PER_READING);
}
