import { getDefaultStore } from "jotai";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { readStorageFacts } from "#pwa/parts/device/storage-facts.ts";
import { storageWords } from "#pwa/parts/device/health-words.ts";
import { describeDevice } from "#schemas/describe-device.ts";
import type { DeviceFacts } from "#schemas/support.ts";
import type * as v from "valibot";
import { readAppVersion } from "#pwa/parts/device/app-version.ts";

export type TakenFacts = v.InferOutput<typeof DeviceFacts>;

/** What this device says of itself to support. Nothing in it tells of money, addresses or keys. */
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
    storage: storage?.isPersistent === true ? `${storageWords(storage)}, protected` : storageWords(storage),
    language: navigator.language,
    takenAt: new Date(nowMs()).toISOString(),
    isRedacted,
  };
}

/** The facts as names and values for a person. */
export function factsInWords(facts: TakenFacts): { readonly name: string; readonly value: string }[] {
  return [
    { name: "Screen", value: facts.screen },
    { name: "Device", value: facts.device },
    { name: "Browser", value: facts.browser },
    { name: "Window", value: facts.viewport },
    { name: "App version", value: facts.appVersion },
    { name: "Kept for offline use", value: facts.workerVersion },
    { name: "Sync", value: facts.syncState },
    { name: "Last sync", value: facts.lastSync },
    { name: "Changes waiting", value: facts.waiting },
    { name: "Storage", value: facts.storage },
    { name: "Language", value: facts.language },
    { name: "Taken", value: facts.takenAt },
  ];
}
