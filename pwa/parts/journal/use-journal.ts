import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { historyIn } from "#pwa/parts/history/database-history.ts";
import { type Journal, type JournalView, openJournal } from "./journal.ts";

const OPENING: JournalView = {
  pieces: [],
  floorMs: Number.POSITIVE_INFINITY,
  isComplete: false,
  rowsRead: 0,
  total: 0,
  problem: null,
};

/** One for each open database: what was read for one screen is there for the next. */
const journals = new WeakMap<UserDatabase, { readonly ownAddress: string | undefined; readonly journal: Journal }>();

/** The movements of the account from `fromMs` on, read from this device piece by piece and kept up to date. */
export function useJournal(fromMs: number): JournalView {
  const database = useUserDatabase();
  const ownAddress = useSession().user?.walletAddress;
  const journal = useMemo(() => (database === null ? null : journalOf(database, ownAddress)), [database, ownAddress]);
  useEffect(() => void journal?.want(fromMs), [journal, fromMs]);
  const subscribe = useCallback((listener: () => void) => journal?.subscribe(listener) ?? (() => undefined), [journal]);
  return useSyncExternalStore(subscribe, () => journal?.view() ?? OPENING);
}

function journalOf(database: UserDatabase, ownAddress: string | undefined): Journal {
  const known = journals.get(database);
  if (known !== undefined && known.ownAddress === ownAddress) return known.journal;
  known?.journal.close();
  const journal = openJournal(historyIn(database), ownAddress, nowMs);
  journals.set(database, { ownAddress, journal });
  void database.closed.then(journal.close);
  return journal;
}
