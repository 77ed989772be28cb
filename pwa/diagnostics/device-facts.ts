import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { formatBytes, readStorageFacts, type StorageFacts } from "#pwa/parts/device/storage-facts.ts";
import { describeDevice } from "#schemas/describe-device.ts";
import type { DeviceFacts } from "#schemas/support.ts";
import type * as v from "valibot";
import { readAppVersion } from "#pwa/parts/device/app-version.ts";
import { screenName } from "./screens.ts";

export type TakenFacts = v.InferOutput<typeof DeviceFacts>;

/**
 * What this device says of itself to support, `screen` being an address: no word of it depends on the language. Nothing in it tells of
 * money, addresses or keys.
 */
export async function readDeviceFacts(screen: string, isRedacted: boolean): Promise<TakenFacts> {
  const [version, storage] = await Promise.all([readAppVersion(), readStorageFacts()]);
  const { state, problem, lastSyncedAt, waiting } = getDefaultStore().get(syncStatusAtom);
  return {
    screen,
    device: describeDevice(navigator.userAgent),
    browser: navigator.userAgent.slice(0, 300),
    viewport: `${innerWidth} x ${innerHeight}, ${devicePixelRatio} pixels each`,
    appVersion: version.page,
    workerVersion: version.worker ?? version.state,
    syncState: problem === null ? state : `${state}, ${problem}`,
    lastSync: lastSyncedAt === null ? "never" : new Date(lastSyncedAt).toISOString(),
    waiting: String(waiting),
    storage: spaceOf(storage),
    language: navigator.language,
    takenAt: new Date(nowMs()).toISOString(),
    isRedacted,
  };
}

function spaceOf(storage: StorageFacts | null): string {
  if (storage === null) return "Not told by this browser";
  const { usedBytes, quotaBytes, isPersistent } = storage;
  const used = `About ${formatBytes(usedBytes)}`;
  const room = quotaBytes === null ? used : `${used} of ${formatBytes(quotaBytes)}`;
  return isPersistent ? `${room}, protected` : room;
}

/** The facts as names and values for a person. */
export function factsInWords(facts: TakenFacts): { readonly name: string; readonly value: string }[] {
  return [
    { name: t`Screen`, value: screenName(facts.screen) },
    { name: t`Device`, value: facts.device },
    { name: t`Browser`, value: facts.browser },
    { name: t({ message: "Window", context: "size of it" }), value: facts.viewport },
    { name: t`App version`, value: facts.appVersion },
    { name: t`Kept for offline use`, value: facts.workerVersion },
    { name: t`Sync`, value: facts.syncState },
    { name: t`Last sync`, value: facts.lastSync },
    { name: t`Changes waiting`, value: facts.waiting },
    { name: t({ message: "Storage", context: "space on this device" }), value: facts.storage },
    { name: t`Language`, value: facts.language },
    { name: t({ message: "Taken", context: "when a picture was taken" }), value: facts.takenAt },
  ];
}
