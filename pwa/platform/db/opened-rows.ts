import { type Fields, openRows, type SealedPlace } from "./row-seal.ts";
import type { DeviceKeys } from "#pwa/platform/device/held-keys.ts";

/** How to open what lies in a storage, by its internals: for readers that go past RxDB to the tables. */
const sealed = new WeakMap<object, (documents: readonly Fields[]) => Promise<Fields[]>>();

export function noteSealed(internals: unknown, keys: DeviceKeys, place: SealedPlace): void {
  if (typeof internals !== "object" || internals === null) return;
  sealed.set(internals, (documents) => openRows(keys, place, documents));
}

/**
 * Documents as they were written, from what was read from the tables of a storage with these internals; the same where it
 * is not sealed. Throws SealBroken.
 */
export async function openStored(internals: unknown, documents: readonly Fields[]): Promise<readonly Fields[]> {
  const open = typeof internals === "object" && internals !== null ? sealed.get(internals) : undefined;
  return open ? open(documents) : documents;
}
