import { type ReactNode, useEffect, useState } from "react";
import { isOnline } from "#pwa/platform/device/online.ts";
import { noteConnecting } from "#pwa/platform/sync/sync-status.ts";
import { keepOpen } from "./keep-open.ts";
import { UserDatabaseContext, type UserDatabaseState } from "./user-database-context.ts";

const CLOSED: UserDatabaseState = { database: null, error: null, rebuild: null, resync: null };

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
    if (isOnline()) noteConnecting();
    const keeper = keepOpen(userId, ended, (shown) => {
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
