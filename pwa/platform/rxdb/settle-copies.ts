import { readMark } from "#pwa/platform/device/lock-mark.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { LOCK_KEY, writeStored } from "#pwa/platform/device/storage.ts";
import { removeCopies } from "./remove-user-database.ts";

/**
 * To be called before a plain database is opened. Where the sealed ones count after all, since the device died before the lock
 * that it had just turned on reached the disk, the lock is put back, and it throws. Removes what a lock that was turned off
 * or a device that died has left.
 */
export async function settleCopies(): Promise<void> {
  const mark = await readMark();
  if (mark?.counts === "sealed") {
    if (writeStored(LOCK_KEY, mark.lock)) location.reload();
    throw new Error("This device is locked.");
  }
  // The mark stays: a lock of before may still stand in the small storage as the disk has it.
  if (mark !== null) void removeSealed();
}

/** Removes what a lock that was turned off has left. What fails is tried again another time: nobody can read it any more. */
export async function removeSealed(): Promise<void> {
  try {
    await removeCopies("sealed");
  } catch (error) {
    logProblem("The copies of an app lock that was turned off could not be removed", error);
  }
}
