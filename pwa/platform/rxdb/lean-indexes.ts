import type { Dexie, Version } from "dexie";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { isWritable } from "./row-schema.ts";

/** RxDB's replication and its clean-up read by the time of the last write; rows that are only pulled know neither. */
const UNUSED = /^(?:\[_meta\.lwt\+\w+\]|_meta\.lwt)$/;

/**
 * For `onCreate` of RxDB's Dexie storage: leaves out the indexes that nobody reads from the tables of pull-only collections,
 * half of all they have. Writing them took longer than writing the rows.
 */
export function leaveOutUnusedIndexes(dexie: Dexie, name: string): void {
  const isPulled = SYNC_COLLECTIONS.some((collection) => !isWritable(collection) && name.endsWith(`--${collection}`));
  if (!isPulled) return;
  const versionOf = dexie.version.bind(dexie);
  dexie.version = (number) => {
    const version: Version = versionOf(number);
    const stores = version.stores.bind(version);
    version.stores = (tables) =>
      stores(Object.fromEntries(Object.entries(tables).map(([table, indexes]) => [table, lean(indexes)])));
    return version;
  };
}

function lean(indexes: string | null): string | null {
  return (
    indexes
      ?.split(",")
      .map((index) => index.trim())
      .filter((index) => !UNUSED.test(index))
      .join(", ") ?? null
  );
}
