import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { keptSyncTime } from "#pwa/platform/sync/kept-sync-time.ts";
import { showOpening } from "#pwa/platform/sync/sync-status.ts";
import { loadKeeper } from "./load-keeper.ts";
import { UserDatabaseContext, type UserDatabaseState } from "./user-database-context.ts";

const CLOSED: UserDatabaseState = { database: null, error: null, rebuild: null, resync: null };

/** Settles when the database that was open before is closed: two of them are more collections than RxDB opens at once. */
let ended: Promise<void> = Promise.resolve();

interface Props {
  /** Null while nobody is signed in: then no database is open. */
  readonly userId: number | null;
  readonly children: ReactNode;
}

/** Opens the user's database and keeps it in sync while it is mounted. */
export function UserDatabaseProvider({ userId, children }: Props): ReactNode {
  const [state, setState] = useState<UserDatabaseState>(CLOSED);
  // Before anything is painted: no screen may say for a moment that there is nothing here.
  useLayoutEffect(() => {
    if (userId !== null) showOpening(keptSyncTime(userId));
  }, [userId]);
  useEffect(() => {
    if (userId === null) return undefined;
    const life = { isCurrent: true };
    const keeper = loadKeeper(userId, ended, (shown) => {
      if (life.isCurrent) setState(shown);
    });
    return () => {
      life.isCurrent = false;
      setState(CLOSED);
      ended = keeper.stop();
    };
  }, [userId]);
  return <UserDatabaseContext value={state}>{children}</UserDatabaseContext>;
}
