import { createContext, useContext } from "react";
import type { UserDatabase } from "./user-database.ts";

/** The open database, or why there is none yet. */
export interface UserDatabaseState {
  readonly database: UserDatabase | null;
  /** The device refused to open it. */
  readonly error: unknown;
}

export const UserDatabaseContext = createContext<UserDatabaseState>({ database: null, error: null });

/** The signed-in user's database; null while it opens. */
export function useUserDatabase(): UserDatabase | null {
  return useContext(UserDatabaseContext).database;
}

export function useUserDatabaseError(): unknown {
  return useContext(UserDatabaseContext).error;
}
