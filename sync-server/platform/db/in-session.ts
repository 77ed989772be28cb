import type { ClientSession } from "mongodb";

/**
 * Options of a command of a transaction, or of none where there is `null`. Whoever reads or writes says which: a session that may
 * be left out is one that is forgotten, and what is read then is not what the transaction decides by.
 */
export function inSession(session: ClientSession | null): { readonly session?: ClientSession } {
  return session ? { session } : {};
}
