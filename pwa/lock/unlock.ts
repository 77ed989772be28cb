import { t } from "@lingui/core/macro";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { deriveMaterial, keysOf } from "#pwa/platform/device/device-keys.ts";
import { holdKeys, type KeyMaterial, SealBroken } from "#pwa/platform/device/held-keys.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { sealStored } from "#pwa/platform/device/storage.ts";
import { attemptsLeft, counted, waitMs } from "./attempts.ts";
import { methodOf, readLock, writeLock } from "./lock-record.ts";
import { showPhase } from "./lock-phase.ts";
import { shareKeys } from "./lock-tabs.ts";
import { openByPasskey } from "./passkey-key.ts";
import { openByPin } from "./pin-key.ts";
import { endLock, settleLock, unsentStore } from "./turn-lock.ts";

/** What came of a PIN. */
export type PinOutcome =
  | { readonly kind: "right"; readonly secret: Uint8Array<ArrayBuffer> }
  | { readonly kind: "wrong"; readonly left: number }
  /** It was not tried. */
  | { readonly kind: "wait" };

/** Tries a PIN. Each try counts before it is made, so that closing the page does not undo it. */
export async function tryPin(pin: string): Promise<PinOutcome> {
  const record = readLock();
  const method = record && methodOf(record, "pin");
  if (!record || !method || waitMs(record, nowMs()) > 0 || attemptsLeft(record) === 0) return { kind: "wait" };
  const tried = { ...record, ...counted(record, nowMs()) };
  if (!writeLock(tried))
    throw new Error(t`This device has no room left to count the attempts. Free some and try again.`);
  try {
    const secret = await openByPin(pin, method);
    forgetFailures();
    return { kind: "right", secret };
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return { kind: "wrong", left: attemptsLeft(tried) };
  }
}

/** Has the person show the lock's passkey. Throws PasskeyProblem, SealBroken. */
export async function showLockPasskey(): Promise<Uint8Array<ArrayBuffer>> {
  const record = readLock();
  const method = record && methodOf(record, "passkey");
  if (!method) throw new Error(t`This lock has no passkey.`);
  const secret = await openByPasskey(method);
  forgetFailures();
  return secret;
}

function forgetFailures(): void {
  const record = readLock();
  if (record && record.failures > 0) writeLock({ ...record, failures: 0, notBeforeMs: 0 });
}

/** Unlocks all tabs with the device's secret, which is gone afterwards. */
export async function unlock(secret: Uint8Array<ArrayBuffer>): Promise<void> {
  const material = await deriveMaterial(secret);
  secret.fill(0);
  await settleLock();
  if (readLock()?.state !== "unsealed") {
    takeKeys(material);
    shareKeys();
    return;
  }
  holdKeys(keysOf(material));
  await endLock();
}

/** Unlocks this tab with keys that it derived or was given. */
export function takeKeys(material: KeyMaterial): void {
  holdKeys(keysOf(material));
  sealRest();
  showPhase({ kind: "open" });
}

/** Seals the small texts that are still in plain. One for which there is no room is tried again when the app is unlocked. */
function sealRest(): void {
  unsentStore()
    .then(({ lockUnsent }) => lockUnsent())
    .catch((error: unknown) => logProblem("Not all that is unsent could be locked", error));
  try {
    sealStored();
  } catch (error) {
    logProblem("Not all texts could be sealed", error);
  }
}
