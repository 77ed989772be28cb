import { t } from "@lingui/core/macro";
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
    viewport: t`${innerWidth} x ${innerHeight}, ${devicePixelRatio} pixels each`,
    appVersion: version.page,
    workerVersion: version.worker ?? version.state,
    syncState: problem === null ? state : `${state}, ${problem}`,
    lastSync: lastSyncedAt === null ? "never" : new Date(lastSyncedAt).toISOString(),
    waiting: String(waiting),
    storage: storage?.isPersistent === true ? t`${storageWords(storage)}, protected` : storageWords(storage),
    language: navigator.language,
    takenAt: new Date(nowMs()).toISOString(),
    isRedacted,
  };
}

/** The facts as names and values for a person. */
export function factsInWords(facts: TakenFacts): { readonly name: string; readonly value: string }[] {
  return [
    { name: t`Screen`, value: facts.screen },
    { name: t`Device`, value: facts.device },
    { name: t`Browser`, value: facts.browser },
    { name: t`Window`, value: facts.viewport },
    { name: t`App version`, value: facts.appVersion },
    { name: t`Kept for offline use`, value: facts.workerVersion },
    { name: t`Sync`, value: facts.syncState },
    { name: t`Last sync`, value: facts.lastSync },
    { name: t`Changes waiting`, value: facts.waiting },
    { name: t`Storage`, value: facts.storage },
    { name: t`Language`, value: facts.language },
    { name: t`Taken`, value: facts.takenAt },
  ];
}
