import type { SyncCollection } from "#schemas/protocol.ts";
import { isWritable } from "#pwa/platform/rxdb/row-schema.ts";
import { isQuotaError } from "#pwa/platform/db/storage-failure.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { newUid } from "#pwa/platform/device/random.ts";
import type { CollectionSync, CollectionSyncEvents } from "./collection-sync.ts";
import { contendLeadership } from "./leadership.ts";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import { type Link, type OpenLink, openSocketLink } from "./link.ts";
import { pullCollection } from "./pull-collection.ts";
import { replicateCollection } from "./replicate-collection.ts";
import { INITIAL_SYNC_STATUS, publishSyncStatus, type SyncStatus } from "./sync-status.ts";

export interface SyncHandle {
  stop(): Promise<void>;
  /** Pulls and pushes at once what there is; also after `session-required`, once the person has signed in again. */
  resync(): void;
  /** Whether the server has all that stands in the storage as of now. False also where another tab would know. */
  isSettled(): Promise<boolean>;
}

export interface SyncOptions {
  /** The device's clock, in ms since the epoch. */
  readonly now: () => number;
  /** When this device last held all the server had, before this page; null for never. */
  readonly lastSyncedAt?: number | null;
  readonly openLink?: OpenLink;
  /** Who is told the status; the screens unless told. */
  readonly publish?: (status: SyncStatus) => void;
  /** Told when this tab begins to sync for all, and when it no longer does. */
  readonly onLead?: (isLeading: boolean) => void;
  readonly beatMs?: number;
  readonly takeoverMs?: number;
  /** Whether no other tab has this database open. */
  readonly isAlone?: Promise<boolean>;
}

/** Refusals after which asking again is of no use until the person or the app has done something. */
const FINAL_REFUSALS = ["session-required", "client-outdated"];
/** The refusal of a server that was set back to a backup, to whoever goes on from what it told before. */
const RESTORED = "sync-restored";
const BEGIN_AGAIN_MS = 2000;
const REFRESH_MS = 40;

/** Keeps the database in step with the server until it is stopped. Of several tabs one does it for all. */
export function startSync(database: UserDatabase, options: SyncOptions): SyncHandle {
  const { now, openLink = openSocketLink, publish = publishSyncStatus } = options;
  const { channel } = database;
  const life = { isStopped: false, isLeading: false, isRefreshing: false, isWaitingKnown: false };
  let status: SyncStatus = { ...INITIAL_SYNC_STATUS, lastSyncedAt: options.lastSyncedAt ?? null };
  let link: Link | null = null;
  const syncs = new Map<SyncCollection, CollectionSync>();
  const active = new Map<SyncCollection, boolean>();
  const pulled = new Set<SyncCollection>();
  const startingOver = new Set<SyncCollection>();
  let received = 0;
  /** One reading after another: each says how things stand at its end, and the last one is right. */
  let reading: Promise<void> = Promise.resolve();

  function show(changes: Partial<SyncStatus>): void {
    status = { ...status, ...changes };
    if (life.isStopped) return;
    publish(status);
    if (life.isLeading) channel.send("status", status);
  }

  function begin(collection: SyncCollection): void {
    if (!link) return;
    const events: CollectionSyncEvents = {
      received(count) {
        received += count;
        refresh();
      },
      active(isActive) {
        active.set(collection, isActive);
        if (isWritable(collection)) refreshWaiting();
        else refresh();
      },
      sent: refreshWaiting,
      caughtUp() {
        pulled.add(collection);
        refresh();
      },
      linkFailed(error) {
        if (error.code === RESTORED) void startOver(collection, sync);
        else refused(error.code);
      },
      heldUp: () => void beginAgain(collection, sync),
      storageFailed(error) {
        show({ problem: isQuotaError(error) ? "storage-full" : "storage-failed" });
        void beginAgain(collection, sync);
      },
    };
    active.set(collection, true);
    const sync = isWritable(collection)
      ? replicateCollection(database, collection, guarded(link), events, now)
      : pullCollection(database, collection, guarded(link), events);
    syncs.set(collection, sync);
  }

  async function beginAgain(collection: SyncCollection, failed: CollectionSync): Promise<void> {
    // What it has not sent is known again once it has pulled.
    pulled.delete(collection);
    await failed.stop();
    await new Promise((resolve) => setTimeout(resolve, BEGIN_AGAIN_MS));
    if (syncs.get(collection) === failed && life.isLeading && !life.isStopped) begin(collection);
  }

  /** The server knows less than this device was told: what it lost is sent to it again, and what it never had goes. */
  async function startOver(collection: SyncCollection, outdated: CollectionSync): Promise<void> {
    if (syncs.get(collection) !== outdated || startingOver.has(collection)) return;
    startingOver.add(collection);
    pulled.delete(collection);
    try {
      await outdated.forget();
    } finally {
      startingOver.delete(collection);
    }
    if (syncs.get(collection) === outdated && life.isLeading && !life.isStopped) begin(collection);
  }

  /** A push whose answer comes after another tab took over is not noted: that tab has pushed it again. */
  function guarded(open: Link): Link {
    return {
      isConnected: () => open.isConnected(),
      whenConnected: () => open.whenConnected(),
      pull: (message) => open.pull(message),
      close: () => open.close(),
      async push(message) {
        leadership.beat();
        const answer = await open.push(message);
        if (leadership.holdsLease()) return answer;
        throw new LinkError("no-answer", "Another tab has taken over.");
      },
    };
  }

  function lead(): void {
    life.isLeading = true;
    life.isWaitingKnown = false;
    options.onLead?.(true);
    received = 0;
    pulled.clear();
    link = openLink({
      connected() {
        show({ state: "syncing", problem: null });
        for (const sync of syncs.values()) sync.resync();
      },
      disconnected: () => show({ state: "offline", ...(status.state === "live" ? { lastSyncedAt: now() } : {}) }),
      changes(message) {
        for (const [collection, sync] of syncs) if (collection === message.collection) sync.receive(message);
      },
      refused,
    });
    for (const collection of database.kept) begin(collection);
  }

  function refused(code: string): void {
    if (code === "no-answer" || code === "storage-failed" || code === "sync-too-many") return;
    show({ problem: code });
    if (FINAL_REFUSALS.includes(code)) void letGo();
  }

  async function letGo(): Promise<void> {
    life.isLeading = false;
    options.onLead?.(false);
    link?.close();
    link = null;
    const stopping = [...syncs.values()];
    syncs.clear();
    show({ state: "offline" });
    await Promise.all(stopping.map((sync) => sync.stop()));
  }

  /** Reads anew what the status says, at most once at a time. */
  function refresh(): void {
    if (life.isRefreshing || life.isStopped || !life.isLeading) return;
    life.isRefreshing = true;
    setTimeout(() => {
      reading = reading.then(readStatus, readStatus);
    }, REFRESH_MS);
  }

  /** As {@link refresh}, where what waits may have changed as well. */
  function refreshWaiting(): void {
    life.isWaitingKnown = false;
    refresh();
  }

  async function readStatus(): Promise<void> {
    life.isRefreshing = false;
    if (life.isStopped || !life.isLeading) return;
    const waitingUids = await waitingNow();
    if (life.isStopped || !life.isLeading) return;
    // Asked only now: a busy device takes seconds to read, and is connected meanwhile.
    const isConnected = link?.isConnected() ?? false;
    const isPulled = database.kept.every((collection) => pulled.has(collection));
    const isFirst = status.lastSyncedAt === null && !isPulled;
    // What this device cannot get rid of does not make older what it has.
    const isHeldUp = (collection: SyncCollection) => waitingUids.length > 0 && isWritable(collection);
    const isUpToDate =
      isConnected &&
      isPulled &&
      database.kept.every((collection) => active.get(collection) !== true || isHeldUp(collection));
    const isLive = isUpToDate && waitingUids.length === 0;
    show({
      state: isConnected ? (isLive ? "live" : "syncing") : "offline",
      waiting: waitingUids.length,
      waitingUids,
      firstSync: isFirst ? { received } : null,
      ...(isUpToDate ? { lastSyncedAt: now() } : {}),
      ...(isLive ? { problem: null } : {}),
    });
    if (received > 0 || waitingUids.length > 0) askToPersist();
  }

  /** Once every collection was pulled, its replication knows what it has not sent. */
  async function isSettled(): Promise<boolean> {
    const isKnown = () => life.isLeading && database.kept.every((collection) => pulled.has(collection));
    if (!isKnown() || !(link?.isConnected() ?? false)) return false;
    const waitingUids = await readWaiting();
    return waitingUids?.length === 0 && isKnown();
  }

  /** Read only where it may have changed: a first sync has better things to do. */
  async function waitingNow(): Promise<readonly string[]> {
    if (life.isWaitingKnown) return status.waitingUids;
    life.isWaitingKnown = true;
    const waitingUids = await readWaiting();
    if (waitingUids) return waitingUids;
    life.isWaitingKnown = false;
    return status.waitingUids;
  }

  /** Null while it is not known of a collection: of one that begins again, or that ended under the reading. */
  async function readWaiting(): Promise<readonly string[] | null> {
    try {
      const found = await Promise.all([...syncs.values()].map((sync) => sync.waiting()));
      const known = found.filter((uids) => uids !== null);
      return known.length === found.length ? known.flat() : null;
    } catch (error) {
      if (life.isStopped || !life.isLeading) return null;
      throw error;
    }
  }

  const leadership = contendLeadership({
    channel,
    tabId: newUid(),
    now,
    lead,
    follow: () => void letGo(),
    ...(options.beatMs === undefined ? {} : { beatMs: options.beatMs }),
    ...(options.takeoverMs === undefined ? {} : { takeoverMs: options.takeoverMs }),
    ...(options.isAlone === undefined ? {} : { isAlone: options.isAlone }),
  });
  const subscriptions = database.kept
    .filter(isWritable)
    .map((collection) => database.rows[collection].changes$.subscribe(refreshWaiting));
  const stops = [
    channel.listen("status", (payload) => {
      if (!life.isLeading && isStatus(payload)) publish((status = payload));
    }),
    // A tab that opens later hears at once how things stand, not only when something changes.
    channel.listen("hello", () => {
      if (life.isLeading) channel.send("status", status);
    }),
    channel.listen("resync", () => resync()),
    database.onStorageFailure((isFull) => show({ problem: isFull ? "storage-full" : "storage-failed" })),
  ];

  function resync(): void {
    if (life.isStopped) return;
    if (!leadership.isLeader()) channel.send("resync");
    else if (!life.isLeading) lead();
    else for (const sync of syncs.values()) sync.resync();
  }

  async function stop(): Promise<void> {
    if (life.isStopped) return;
    life.isStopped = true;
    for (const subscription of subscriptions) subscription.unsubscribe();
    for (const stopListening of stops) stopListening();
    leadership.stop();
    await letGo();
  }

  async function stopWithDatabase(): Promise<void> {
    await database.closed;
    await stop();
  }

  void stopWithDatabase();
  return { resync, isSettled, stop };
}

let isAskedToPersist = false;

/** Asks the browser, once there is something to lose, not to clear it when the disk runs full. */
function askToPersist(): void {
  if (isAskedToPersist || typeof navigator === "undefined" || !("storage" in navigator)) return;
  isAskedToPersist = true;
  void navigator.storage.persist();
}

function isStatus(payload: unknown): payload is SyncStatus {
  return typeof payload === "object" && payload !== null && "waitingUids" in payload;
}
