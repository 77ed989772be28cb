import { nextTask } from "#pwa/platform/device/next-task.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";

/** How long the page may be kept busy before it draws again. */
const SLICE_MS = 8;
const SLICE_ENTRIES = 500;

/** Runs over all entries in slices, so that the page stays free; false where it was `isStopped` on the way. */
export async function overEntries(
  pieces: readonly (readonly Entry[])[],
  each: (entry: Entry) => void,
  isStopped: () => boolean,
): Promise<boolean> {
  let sliceBeganMs = performance.now();
  let done = 0;
  for (const piece of pieces)
    for (const entry of piece) {
      each(entry);
      done += 1;
      if (done % SLICE_ENTRIES !== 0 || performance.now() - sliceBeganMs < SLICE_MS) continue;
      await nextTask();
      if (isStopped()) return false;
      sliceBeganMs = performance.now();
    }
  return !isStopped();
}
