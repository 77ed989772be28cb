import { useAtomValue } from "jotai";
import { startTransition, useCallback, useEffect, useState } from "react";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { isUntoldAtom } from "#pwa/platform/sync/sync-status.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { historyIn } from "./database-history.ts";
import { eventsIn } from "./events-in.ts";
import { openHistory, type History, type HistoryView } from "./history.ts";

const OPENING: HistoryView = { rows: [], edition: 0, total: null, isComplete: false, isLoading: true, problem: null };

/** The history, its newest `firstCount` rows read at once; `want` reads on. */
export function useHistory(firstCount: number): {
  readonly view: HistoryView;
  readonly want: (count: number) => Promise<void>;
} {
  const database = useUserDatabase();
  const [history, setHistory] = useState<History | null>(null);
  const [view, setView] = useState(OPENING);
  useEffect(() => {
    if (database === null) return undefined;
    const opened = openHistory(eventsIn(historyIn(database)), () => new Date(nowMs()));
    // oxlint-disable-next-line react/set-state-in-effect -- the reader lives and dies with the database, outside of rendering.
    setHistory(opened);
    let isFirst = true;
    opened.subscribe(() => {
      const next = opened.view();
      // The first rows fill a screen, and are drawn in steps; those that somebody scrolls to must not wait.
      if (isFirst) startTransition(() => setView(next));
      else setView(next);
      isFirst &&= next.isLoading && next.rows.length === 0;
    });
    void opened.want(firstCount);
    return () => {
      setHistory(null);
      setView(OPENING);
      opened.close();
    };
  }, [database, firstCount]);
  const want = useCallback(async (count: number) => history?.want(count), [history]);
  const isUntold = useAtomValue(isUntoldAtom);
  // That nothing is here says nothing before this device was told.
  return { view: isUntold && view.isComplete && view.rows.length === 0 ? OPENING : view, want };
}
