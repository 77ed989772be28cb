import { t } from "@lingui/core/macro";
import { copyDatabases, type CopyKind } from "#pwa/platform/rxdb/convert-databases.ts";
import { removeCopies } from "#pwa/platform/rxdb/remove-user-database.ts";
import { removeSealed } from "#pwa/platform/rxdb/settle-copies.ts";
import { deriveMaterial, keysOf } from "#pwa/platform/device/device-keys.ts";
import { type DeviceKeys, dropKeys, heldKeys, holdKeys } from "#pwa/platform/device/held-keys.ts";
import { readMark, writeMark } from "#pwa/platform/device/lock-mark.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { sealStored, unsealStored } from "#pwa/platform/device/storage.ts";
import { closeAllShown } from "#pwa/platform/device/shown-notifications.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { showPhase } from "./lock-phase.ts";
import {
  type Idle,
  type LockRecord,
  type Method,
  parseLock,
  readLock,
  removeLock,
  textOf,
  writeLock,
} from "./lock-record.ts";
import { shareKeys } from "./lock-tabs.ts";

/** Held by the tab that copies: the others wait for it, and one of them clears up when it is gone. */
const TURNING = "astrolabe-lock-turning";

/**
 * Turns the app lock on: everything is copied under seals, with what waits to be sent, and only then the plain copy goes. A
 * page that is closed on the way leaves the device as it was before, or with the lock on.
 */
export async function turnOn(method: Method, secret: Uint8Array<ArrayBuffer>, idle: Idle): Promise<void> {
  const keys = keysOf(await deriveMaterial(secret));
  secret.fill(0);
  const lock: LockRecord = { version: 1, state: "on", methods: [method], idle, failures: 0, notBeforeMs: 0 };
  await turning("seal", t`The app lock could not be turned on`, async () => {
    try {
      write({ ...lock, state: "sealing" });
      // What was copied is removed should this device die, whatever it then remembers of the lock.
      await writeMark({ counts: "plain", lock: "" });
      await copy("seal", keys);
      // From here on the sealed copies count, whatever happens to this page.
      await writeMark({ counts: "sealed", lock: textOf(lock) });
      holdKeys(keys);
      sealStored();
      await (await unsentStore()).lockUnsent();
      write(lock);
    } catch (error) {
      await undoTurningOn();
      throw error;
    }
    shareKeys();
    // They may tell more than a locked device shall.
    closeAllShown();
    await removePlain();
  });
}

async function removePlain(): Promise<void> {
  const title = t`The app lock is on`;
  try {
    await removeCopies("plain");
    showToast({ title, description: t`Your data on this device is encrypted.` });
  } catch (error) {
    logProblem("The copy without encryption could not be removed", error);
    const description = t`But your data as it was before could not be removed yet. Close the app in all tabs and open it again.`;
    showToast({ title, description, tone: "destructive" });
  }
}

async function undoTurningOn(): Promise<void> {
  if (heldKeys() !== null) {
    unsealStored();
    await (await unsentStore()).unlockUnsent();
  }
  await writeMark({ counts: "plain", lock: "" });
  removeLock();
  dropKeys();
  await removeCopies("sealed");
}

/** Turns the lock off: everything is copied back in plain, and only then the sealed copy and the keys go. */
export async function turnOff(): Promise<void> {
  const [keys, record] = [heldKeys(), readLock()];
  if (keys === null || record === null) throw new Error(t`Unlock first.`);
  await turning("unseal", t`The app lock could not be turned off`, async () => {
    try {
      write({ ...record, state: "unsealing" });
      await copy("unseal", keys);
      // From here on the plain copies count, whatever happens to this page.
      await writeMark({ counts: "plain", lock: "" });
    } catch (error) {
      await removeCopies("plain");
      writeLock({ ...record, state: "on" });
      throw error;
    }
    await endLock();
    // The mark stays: that there is no lock any more may reach the disk later than it.
    await removeSealed();
    showToast({ title: t`The app lock is off`, description: t`Your data on this device is no longer encrypted.` });
  });
}

/** Most people never have anything in it. */
export function unsentStore() {
  return import("#pwa/platform/device/unsent-store.ts");
}

/** The rest of turning it off, once the plain copies count. Wants the keys: small texts are still sealed. */
export async function endLock(): Promise<void> {
  unsealStored();
  try {
    await (await unsentStore()).unlockUnsent();
  } catch (error) {
    logProblem("What is not sent yet could not be unlocked", error);
  }
  removeLock();
  dropKeys();
}

/**
 * Waits for the tab that turns the lock on or off, and brings to an end, one way or the other, what a page that was closed or
 * a device that died has left half done. What is copied from counts until the copy is whole.
 */
export async function settleLock(): Promise<void> {
  await navigator.locks.request(TURNING, async () => {
    const [record, mark] = [readLock(), await readMark()];
    if (record === null) return;
    if (mark?.counts === "sealed") {
      if (record.methods.length === 0) writeLock(parseLock(mark.lock) ?? record);
      else if (record.state !== "on") writeLock({ ...record, state: "on" });
      await removeCopies("plain");
    } else if (record.state === "sealing") {
      await removeCopies("sealed");
      removeLock();
      showToast({
        title: t`The app lock is not on`,
        description: t`The app was closed before it was done. Your data is as it was. You can turn it on again.`,
      });
    } else if (mark !== null || record.state === "unsealing") {
      // The lock goes once it is unlocked: only then can the small texts be opened.
      writeLock({ ...record, state: "unsealed" });
    }
  });
}

/** Has the lock unlock in these ways from now on; false where the device has no room for it. */
export async function changeMethods(record: LockRecord): Promise<boolean> {
  await writeMark({ counts: "sealed", lock: textOf(record) });
  return writeLock(record);
}

async function turning(copyKind: CopyKind, failure: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(TURNING, async () => {
    showPhase({ kind: "copying", copy: copyKind, progress: null });
    try {
      await work();
    } catch (error) {
      logProblem(`The app lock could not be turned: ${copyKind}`, error);
      const description = error instanceof Error ? error.message : String(error);
      showToast({ title: failure, description, tone: "destructive" });
    } finally {
      showPhase({ kind: "open" });
    }
  });
}

function write(record: LockRecord): void {
  if (!writeLock(record)) throw new Error(t`This device has no room left to note the lock.`);
}

function copy(kind: CopyKind, keys: DeviceKeys): Promise<void> {
  return copyDatabases(kind, keys, (progress) => showPhase({ kind: "copying", copy: kind, progress }));
}
