import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { historyIn } from "./database-history.ts";
import { openHistory, type History, type HistoryView } from "./history.ts";

const OPENING: HistoryView = { rows: [], edition: 0, total: null, isComplete: false, isLoading: true, problem: null };

/** The history, its newest `firstCount` rows read at once; `want` reads on. */
export function useHistory(firstCount: number): {
  readonly view: HistoryView;
  readonly want: (count: number) => Promise<void>;
} {
  const database = useUserDatabase();
  const [history, setHistory] = useState<History | null>(null);
  useEffect(() => {
    if (database === null) return undefined;
    const opened = openHistory(historyIn(database), () => new Date(nowMs()));
    // oxlint-disable-next-line react/set-state-in-effect -- the reader lives and dies with the database, outside of rendering.
    setHistory(opened);
    void opened.want(firstCount);
    return () => {
      setHistory(null);
      opened.close();
    };
  }, [database, firstCount]);
  const subscribe = useCallback((listener: () => void) => history?.subscribe(listener) ?? (() => undefined), [history]);
  const view = useSyncExternalStore(subscribe, () => history?.view() ?? OPENING);
  const want = useCallback(async (count: number) => history?.want(count), [history]);
  return { view, want };
}
