import { type ReactNode, useEffect, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { isOnline } from "#pwa/platform/device/online.ts";
import { startSync } from "#pwa/platform/sync/start-sync.ts";
import { keepSyncTime, keptSyncTime } from "#pwa/platform/sync/kept-sync-time.ts";
import { noteConnecting, publishSyncStatus } from "#pwa/platform/sync/sync-status.ts";
import { openUserDatabase, type UserDatabase } from "./user-database.ts";
import { UserDatabaseContext, type UserDatabaseState } from "./user-database-context.ts";

const CLOSED: UserDatabaseState = { database: null, error: null };

/** Settles when the database that was open before is closed: RxDB holds a tab to sixteen open collections. */
let ended: Promise<void> = Promise.resolve();

interface Props {
  /** Null while nobody is signed in: then no database is open. */
  readonly userId: number | null;
  readonly children: ReactNode;
}

/** Opens the user's database and keeps it in sync while it is mounted. */
export function UserDatabaseProvider({ userId, children }: Props): ReactNode {
  const [state, setState] = useState<UserDatabaseState>(CLOSED);
  useEffect(() => {
    if (userId === null) return undefined;
    const life = { isCurrent: true };
    const show = (shown: UserDatabaseState): void => {
      if (life.isCurrent) setState(shown);
    };
    if (isOnline()) noteConnecting();
    const opening = ended.then(() => open(userId, show));
    return () => {
      life.isCurrent = false;
      setState(CLOSED);
      ended = opening.then((stop) => stop());
    };
  }, [userId]);
  return <UserDatabaseContext value={state}>{children}</UserDatabaseContext>;
}

/** Opens the database and starts its sync; answers with the way to end both. */
async function open(userId: number, show: (state: UserDatabaseState) => void): Promise<() => Promise<void>> {
  try {
    const database = await openUserDatabase(userId);
    const sync = startSync(database, {
      now: nowMs,
      lastSyncedAt: keptSyncTime(userId),
      publish(status) {
        keepSyncTime(userId, status.lastSyncedAt);
        publishSyncStatus(status);
      },
    });
    show({ database, error: null });
    void showClosed(database, show);
    return async () => {
      await sync.stop();
      await database.close();
    };
  } catch (error) {
    show({ database: null, error });
    return () => Promise.resolve();
  }
}

async function showClosed(database: UserDatabase, show: (state: UserDatabaseState) => void): Promise<void> {
  await database.closed;
  show(CLOSED);
}
