import { logProblem } from "#pwa/platform/device/log.ts";
import { clearStored } from "#pwa/platform/device/storage.ts";
import { callLeavers } from "./leavers.ts";
import { DEVICE_KEYS } from "./kept-keys.ts";

/** Leaves nothing of the user on this device, offline too; false where the database withstood. */
export async function wipeDevice(userId: number | undefined): Promise<boolean> {
  await clearSmall();
  await callLeavers();
  return userId === undefined || removeDatabaseOf(userId);
}

/** Leaves nothing of the user in the small storages, and no app lock. */
export async function clearSmall(): Promise<void> {
  clearStored(DEVICE_KEYS);
  try {
    const { removeMark } = await import("#pwa/platform/device/lock-mark.ts");
    await removeMark();
  } catch (error) {
    logProblem("The app lock's mark could not be removed", error);
  }
}

/** Removes a user's database; false where it withstood. */
export async function removeDatabaseOf(userId: number): Promise<boolean> {
  try {
    const { removeUserDatabase } = await import("#pwa/platform/rxdb/remove-user-database.ts");
    await removeUserDatabase(userId);
    return true;
  } catch (error) {
    logProblem("The device's database could not be removed", error);
    return false;
  }
}
