import { copyDatabases, type CopyKind } from "#pwa/platform/db/convert-databases.ts";
import { noteLeft, removeLeft } from "#pwa/platform/db/left-copies.ts";
import { removeCopies } from "#pwa/platform/db/remove-user-database.ts";
import { deriveMaterial, keysOf } from "#pwa/platform/device/device-keys.ts";
import { type DeviceKeys, dropKeys, heldKeys, holdKeys } from "#pwa/platform/device/held-keys.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { unsealStored } from "#pwa/platform/device/storage.ts";
import { showToast } from "#pwa/toasts/toasts.ts";
import { showPhase } from "./lock-phase.ts";
import { type Idle, type Method, readLock, removeLock, writeLock } from "./lock-record.ts";
import { shareKeys } from "./lock-tabs.ts";
import { sealRest } from "./unlock.ts";

/** Held by the tab that copies: the others wait for it, and one of them clears up when it is gone. */
const TURNING = "astrolabe-lock-turning";
const NO_ROOM = "This device has no room left to note the lock.";

/** Whether this browser has all that an app lock needs. */
export function canLock(): boolean {
  return typeof navigator !== "undefined" && "locks" in navigator && "subtle" in crypto;
}

/**
 * Turns the app lock on: everything is copied under seals, with what waits to be sent, and only then the plain copy goes. A
 * page that is closed on the way leaves the device as it was before, or with the lock on.
 */
export async function turnOn(method: Method, secret: Uint8Array<ArrayBuffer>, idle: Idle): Promise<void> {
  const keys = keysOf(await deriveMaterial(secret));
  secret.fill(0);
  const record = { version: 1, methods: [method], idle, failures: 0, notBeforeMs: 0 } as const;
  await turning("seal", "The app lock could not be turned on", async () => {
    if (!writeLock({ ...record, methods: [method], state: "sealing" })) throw new Error(NO_ROOM);
    try {
      await copy("seal", keys);
      noteLeft("plain");
      holdKeys(keys);
      if (!writeLock({ ...record, methods: [method], state: "on" })) throw new Error(NO_ROOM);
    } catch (error) {
      dropKeys();
      removeLock();
      await removeCopies("sealed");
      throw error;
    }
    sealRest();
    await removeLeft(true);
    shareKeys();
    showToast({ title: "The app lock is on", description: "Your data on this device is encrypted." });
  });
}

/** Turns the lock off: everything is copied back in plain, and only then the sealed copy and the keys go. */
export async function turnOff(): Promise<void> {
  const [keys, record] = [heldKeys(), readLock()];
  if (keys === null || record === null) throw new Error("Unlock first.");
  await turning("unseal", "The app lock could not be turned off", async () => {
    if (!writeLock({ ...record, state: "unsealing" })) throw new Error(NO_ROOM);
    try {
      await copy("unseal", keys);
      unsealStored();
    } catch (error) {
      writeLock({ ...record, state: "on" });
      sealRest();
      throw error;
    }
    noteLeft("sealed");
    removeLock();
    dropKeys();
    await removeLeft(false);
    showToast({ title: "The app lock is off", description: "Your data on this device is no longer encrypted." });
  });
}

/** Waits for the tab that turns the lock on or off; where it was closed meanwhile, what it began is undone. */
export async function awaitTurning(): Promise<void> {
  await navigator.locks.request(TURNING, async () => {
    const record = readLock();
    if (record?.state === "sealing") {
      await removeCopies("sealed");
      removeLock();
      showToast({
        title: "The app lock is not on",
        description: "The app was closed before it was done. Your data is as it was. You can turn it on again.",
      });
    }
    if (record?.state === "unsealing") {
      await removeCopies("plain");
      writeLock({ ...record, state: "on" });
    }
  });
}

async function turning(copyKind: CopyKind, failure: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(TURNING, async () => {
    showPhase({ kind: "copying", copy: copyKind, progress: null });
    try {
      await work();
    } catch (error) {
      logProblem(failure, error);
      const description = error instanceof Error ? error.message : String(error);
      showToast({ title: failure, description, tone: "destructive" });
    } finally {
      showPhase({ kind: "open" });
    }
  });
}

function copy(kind: CopyKind, keys: DeviceKeys): Promise<void> {
  return copyDatabases(kind, keys, (progress) => showPhase({ kind: "copying", copy: kind, progress }));
}
