import { atom, getDefaultStore } from "jotai";

/** What the device knows of its connection and of what it still has to send. */
export interface SyncStatus {
  readonly state: "live" | "syncing" | "offline";
  /** Documents whose local state the server has not acknowledged. */
  readonly waiting: number;
  readonly waitingUids: readonly string[];
  /** When this device last held all the server had, in ms since the epoch. */
  readonly lastSyncedAt: number | null;
  /** Rows received so far by the first pull of a new device; null once it is done. */
  readonly firstSync: { readonly received: number } | null;
  /** An error code of the table, or `storage-full`; null when all is well. */
  readonly problem: string | null;
}

export const INITIAL_SYNC_STATUS: SyncStatus = {
  state: "offline",
  waiting: 0,
  waitingUids: [],
  lastSyncedAt: null,
  firstSync: null,
  problem: null,
};

const statusAtom = atom<SyncStatus>(INITIAL_SYNC_STATUS);
export const syncStatusAtom = atom((get) => get(statusAtom));

/** Shows a status to the screens. */
export function publishSyncStatus(status: SyncStatus): void {
  getDefaultStore().set(statusAtom, status);
}
