import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { keepSyncTime, keptSyncTime, forgetSyncTime } from "#pwa/platform/sync/kept-sync-time.ts";
import { showLeading } from "#pwa/platform/sync/leading.ts";
import { loadSync, preloadSync } from "#pwa/platform/sync/load-sync.ts";
import type { SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { INITIAL_SYNC_STATUS, publishSyncStatus, showConnecting } from "#pwa/platform/sync/sync-status.ts";
import { canHold, countOpen, doAlone, type Held, holdOpen } from "#pwa/platform/db/hold-open.ts";
import { finishRebuild, isCutOff, rebuildDatabase, type RebuildOutcome } from "./rebuild-database.ts";
import { userDatabaseName } from "./database-names.ts";
import { removeUserDatabase } from "./remove-user-database.ts";
import { openChannel } from "./tab-channel.ts";
import { openUserDatabase, type UserDatabase } from "./user-database.ts";
import type { UserDatabaseState } from "#pwa/platform/db/user-database-context.ts";

interface Opened {
  readonly database: UserDatabase;
  readonly sync: SyncHandle;
  readonly held: Held;
}

/** A user's database, kept open and in sync until stopped. */
export interface Keeper {
  stop(): Promise<void>;
}

const CLOSED: UserDatabaseState = { database: null, error: null, rebuild: null, resync: null };

/**
 * Opens the user's database once `before` has settled, and keeps it in sync. It is closed and opened again while this tab or
 * another fetches everything anew.
 */
export function keepOpen(userId: number, before: Promise<void>, show: (state: UserDatabaseState) => void): Keeper {
  let opened: Opened | null = null;
  let isStopped = false;
  let status = INITIAL_SYNC_STATUS;
  const removal = { userId, remove: () => removeUserDatabase(userId), forgetSyncTime };
  // One thing after another: what is being opened cannot be closed.
  let turn: Promise<unknown> = before.then(open);

  function next<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work, work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function open(): Promise<void> {
    if (isStopped) return;
    const held: Held = { release: () => undefined };
    // Its script comes while the database opens.
    preloadSync();
    try {
      held.release = await holdUnbroken();
      const database = await openUserDatabase(userId, {
        alone: async (work) => void (await doAlone(userId, held, () => closeElsewhere(userId), work)),
      });
      const sync = loadSync(database, {
        now: nowMs,
        lastSyncedAt: keptSyncTime(userId),
        onLead: showLeading,
        isAlone: countOpen(userId).then(
          (count) => count === 1,
          () => false,
        ),
        publish(shown) {
          status = shown;
          keepSyncTime(userId, shown.lastSyncedAt);
          publishSyncStatus(shown);
        },
      });
      showConnecting();
      const current = { database, sync, held };
      opened = current;
      database.channel.listen("rebuild", () => void next(() => reopen(current)));
      show({ database, error: null, rebuild, resync: () => sync.resync() });
      void showClosed(current);
    } catch (error) {
      held.release();
      show({ ...CLOSED, error });
    }
  }

  /** Holds the database open; before, a rebuild that was cut off is finished. */
  async function holdUnbroken(): Promise<() => void> {
    for (;;) {
      await finishRebuild(removal);
      const release = await holdOpen(userId);
      // The tab that made us wait may have been closed in the middle of it.
      if (!isCutOff(userId)) return release;
      release();
    }
  }

  async function close({ database, sync, held }: Opened): Promise<void> {
    await sync.stop();
    await database.close();
    held.release();
  }

  async function reopen(former: Opened): Promise<void> {
    if (opened !== former) return;
    await former.database.gate.hold();
    await close(former);
    await open();
  }

  async function showClosed(current: Opened): Promise<void> {
    await current.database.closed;
    current.held.release();
    if (opened !== current) return;
    opened = null;
    show(CLOSED);
  }

  function rebuild(): Promise<RebuildOutcome> {
    return next(async () => {
      const current = opened;
      if (!current) return "offline";
      if (!canHold()) return "unsupported";
      const { database, sync, held } = current;
      let isClosed = false;
      const parts = {
        ...removal,
        isConnected: () => status.state !== "offline",
        holdWrites: () => database.gate.hold(),
        releaseWrites: () => database.gate.release(),
        closeElsewhere: () => database.channel.send("rebuild"),
        isSettled: () => sync.isSettled(),
        resync: () => sync.resync(),
        close: async () => {
          isClosed = true;
          await sync.stop();
          await database.close();
        },
      };
      const outcome = await rebuildDatabase(parts, held).catch((error: unknown): RebuildOutcome => {
        logProblem("The data on this device could not be fetched anew", error);
        return "failed";
      });
      if (isClosed) {
        held.release();
        await open();
      }
      return outcome;
    });
  }

  return {
    stop: () =>
      next(async () => {
        isStopped = true;
        if (opened) await close(opened);
      }),
  };
}

/** To be asked before the own database has its channel. */
function closeElsewhere(userId: number): void {
  const channel = openChannel(userDatabaseName(userId), true);
  channel.send("rebuild");
  channel.close();
}
