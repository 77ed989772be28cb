import { atom, getDefaultStore } from "jotai";
import { isOnline } from "#pwa/platform/device/online.ts";

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
/** True while the first connection of this page is being made: until then nobody knows that it fails. */
const isConnectingAtom = atom(isOnline());
export const syncStatusAtom = atom((get) => shownStatus(get(statusAtom), get(isConnectingAtom)));

/** Whether this device was never told all there is: until then nobody knows that there is none of something. */
export const isUntoldAtom = atom((get) => get(statusAtom).lastSyncedAt === null);

/** How long a first connection may take before it counts as none, and how long what must be opened before it. */
const CONNECT_MS = 4000;
const OPEN_MS = 20_000;

/** What is said of `status`: a page that has only just begun to connect is not called offline. */
export function shownStatus(status: SyncStatus, isConnecting: boolean): SyncStatus {
  return isConnecting && status.state === "offline" && status.problem === null
    ? { ...status, state: "syncing" }
    : status;
}

let connecting: ReturnType<typeof setTimeout> | undefined;

function noteConnecting(forMs: number): void {
  const store = getDefaultStore();
  clearTimeout(connecting);
  store.set(isConnectingAtom, isOnline());
  connecting = setTimeout(() => store.set(isConnectingAtom, false), forMs);
}

/** Call before a page opens what it is to sync, with when that was last in step with the server. */
export function showOpening(lastSyncedAt: number | null): void {
  getDefaultStore().set(statusAtom, { ...INITIAL_SYNC_STATUS, lastSyncedAt });
  noteConnecting(OPEN_MS);
}

/** Call when a page begins to connect. */
export function showConnecting(): void {
  noteConnecting(CONNECT_MS);
}

/** Shows a status to the screens. */
export function publishSyncStatus(status: SyncStatus): void {
  const store = getDefaultStore();
  if (status.state !== "offline") store.set(isConnectingAtom, false);
  store.set(statusAtom, status);
}
