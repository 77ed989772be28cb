import { logProblem } from "#pwa/platform/device/log.ts";
import { clearStored } from "#pwa/platform/device/storage.ts";
import { callLeavers } from "./leavers.ts";
import { DEVICE_KEYS } from "./kept-keys.ts";
import { forgiveWipe, owedWipe, oweWipe, type WipedOwner } from "./owed-wipe.ts";

/** Two that delete at once close each other's connections: who asks while one is under way waits for its end. */
let underWay: { readonly owner: WipedOwner; readonly isDone: Promise<boolean> } | null = null;

/**
 * Leaves nothing of the user on this device, offline too; false where the database withstood. What a closed page keeps from its end
 * is done by {@link settleWipe} when the app starts again.
 */
export async function wipeDevice(owner: WipedOwner): Promise<boolean> {
  if (underWay?.owner === owner) return underWay.isDone;
  const mine = { owner, isDone: wipe(owner) };
  underWay = mine;
  try {
    return await mine.isDone;
  } finally {
    if (underWay === mine) underWay = null;
  }
}

/** Ends what a page that was closed meanwhile had begun, if any. */
export async function settleWipe(): Promise<void> {
  const owner = owedWipe();
  if (owner !== null) await wipeDevice(owner);
}

async function wipe(owner: WipedOwner): Promise<boolean> {
  oweWipe(owner);
  await clearSmall();
  await callLeavers();
  const gone = await Promise.all([owner === null || removeDatabaseOf(owner), removeUnsentHere()]);
  const isDone = gone.every(Boolean);
  if (isDone) forgiveWipe();
  return isDone;
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

/** Removes what a person has photographed of their documents and not sent; false where it withstood. */
export async function removeUnsentHere(): Promise<boolean> {
  try {
    await (await import("#pwa/platform/device/unsent-store.ts")).removeUnsent();
    return true;
  } catch (error) {
    logProblem("What is not sent yet could not be removed", error);
    return false;
  }
}

/** Removes a user's database, or all there are; false where one withstood. */
export async function removeDatabaseOf(owner: Exclude<WipedOwner, null>): Promise<boolean> {
  try {
    const databases = await import("#pwa/platform/rxdb/remove-user-database.ts");
    await (owner === "everybody" ? databases.removeAllUserDatabases() : databases.removeUserDatabase(owner));
    return true;
  } catch (error) {
    logProblem("The device's database could not be removed", error);
    return false;
  }
}
