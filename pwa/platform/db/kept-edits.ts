import { keptText } from "#pwa/platform/device/kept-text.ts";
import type { TabChannel } from "#pwa/platform/rxdb/tab-channel.ts";
import {
  bounded,
  Edits,
  type LostEdit,
  NO_EDITS,
  noteSeen,
  noteWritten,
  type SeenRow,
  withoutLost,
} from "./lost-edits.ts";

/**
 * What a person wrote on this device, and what of it another device's writing took the place of. Kept in the small storage,
 * sealed where the app lock is on, removed with all else of the user; its tabs share it.
 */
export interface KeptEdits {
  /** After a write was stored. */
  wrote(collection: string, uid: string, changes: Parameters<typeof noteWritten>[2], nowMs: number): void;
  /** Rows that were stored and not written here. */
  saw(collection: string, rows: readonly SeenRow[], nowMs: number): void;
  /** What of each row of a collection was written here and is watched, by its uid. */
  written(collection: string): ReadonlyMap<string, string>;
  lost(nowMs: number): readonly LostEdit[];
  /** The person leaves it as it is. */
  settle(lost: LostEdit): void;
  /** Answers with the way to stop listening. */
  onChange(listener: () => void): () => void;
  /** Hears of no other tab any more. */
  close(): void;
}

const PREFIX = "astrolabe.lost-edits.";
/** To the other tabs. */
const CHANGED = "lost-edits";

export function keepEdits(databaseName: string, channel: TabChannel): KeptEdits {
  const key = `${PREFIX}${databaseName}`;
  const text = keptText(key, Edits, null);
  /** What the storage had no room for, while this page is open. */
  let held: Edits | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  channel.listen(CHANGED, tell);
  // The channel's message may come before this tab can read what the other one kept.
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell();
  };
  const page = typeof window === "undefined" ? null : window;
  page?.addEventListener("storage", follow);

  const read = (): Edits => held ?? text.read() ?? NO_EDITS;
  function keep(next: Edits, former: Edits): void {
    if (next === former) return;
    held = text.keep(next) ? null : next;
    if (JSON.stringify(next.lost) === JSON.stringify(former.lost)) return;
    tell();
    channel.send(CHANGED);
  }

  return {
    wrote(collection, uid, changes, nowMs) {
      const former = read();
      if (Object.keys(changes).length > 0) keep(noteWritten(former, { collection, uid }, changes, nowMs), former);
    },
    saw(collection, rows, nowMs) {
      const former = read();
      if (former.written.length === 0 && former.lost.length === 0) return;
      let next = former;
      for (const row of rows) next = noteSeen(next, collection, row, nowMs);
      keep(next, former);
    },
    written(collection) {
      const byUid = new Map<string, string>();
      for (const one of read().written)
        if (one.collection === collection) byUid.set(one.uid, `${byUid.get(one.uid) ?? ""}${JSON.stringify(one)}`);
      return byUid;
    },
    lost: (nowMs) => bounded(read(), nowMs).lost,
    settle(lost) {
      const former = read();
      keep(withoutLost(former, lost), former);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => page?.removeEventListener("storage", follow),
  };
}
