import { createContext, useContext } from "react";
import type { RebuildOutcome } from "#pwa/platform/rxdb/rebuild-database.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";

/** The open database, or why there is none yet. */
export interface UserDatabaseState {
  readonly database: UserDatabase | null;
  /** The device refused to open it. */
  readonly error: unknown;
  /** Drops the local copy and fetches it again, once all is sent; null while nothing is open. */
  readonly rebuild: (() => Promise<RebuildOutcome>) | null;
  /** Pulls and pushes at once what there is; null while nothing is open. */
  readonly resync: (() => void) | null;
}

export const UserDatabaseContext = createContext<UserDatabaseState>({
  database: null,
  error: null,
  rebuild: null,
  resync: null,
});

/** The signed-in user's database; null while it opens. */
export function useUserDatabase(): UserDatabase | null {
  return useContext(UserDatabaseContext).database;
}

export function useRebuild(): UserDatabaseState["rebuild"] {
  return useContext(UserDatabaseContext).rebuild;
}

export function useResync(): UserDatabaseState["resync"] {
  return useContext(UserDatabaseContext).resync;
}

export function useUserDatabaseError(): unknown {
  return useContext(UserDatabaseContext).error;
}
