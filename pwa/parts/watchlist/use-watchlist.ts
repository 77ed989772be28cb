import { t } from "@lingui/core/macro";
import { useCallback, useMemo } from "react";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { addWatched, moveWatched, removeWatched } from "#pwa/platform/db/edits.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { newUid } from "#pwa/platform/device/random.ts";
import { deviceSentenceOf } from "#pwa/platform/language/error-words.ts";
import { MOST_WATCHED } from "#schemas/watchlist.ts";
import { afterMove, inPlaces, rowsOf, type Watched, type WatchedThing } from "./watched.ts";

export interface Watchlist {
  readonly rows: readonly Watched[];
  readonly isLoading: boolean;
  /** Whether it is known what is followed, so that it can be changed. */
  readonly isReady: boolean;
  readonly isWatched: (thing: WatchedThing) => boolean;
  /** Follows it, or no more. */
  readonly toggle: (thing: WatchedThing) => void;
  /** Follows all of these that are not followed yet. */
  readonly followAll: (things: readonly WatchedThing[]) => void;
  /** So many places down; up where below zero. */
  readonly move: (uid: string, by: number) => void;
}

/** What a person follows, on all their devices; it is changed offline too. */
export function useWatchlist(): Watchlist {
  const database = useUserDatabase();
  const { rows: all, isLoading } = useRows("watchlist");
  const rows = useMemo(() => inPlaces(all), [all]);
  const isWatched = useCallback((thing: WatchedThing) => rowsOf(all, thing).length > 0, [all]);
  const followAll = useCallback(
    (things: readonly WatchedThing[]) => {
      if (database === null) return;
      const place = Math.max(-1, ...all.map((row) => row.place)) + 1;
      const fresh = things.filter((thing) => rowsOf(all, thing).length === 0);
      if (all.length + fresh.length > MOST_WATCHED)
        showToast({ title: t`Not followed`, description: deviceSentenceOf("watchlist-full"), tone: "destructive" });
      else
        tellFailure(
          Promise.all(
            fresh.map(({ base, quote }, index) =>
              addWatched(database, newUid(), { base, quote, place: place + index }, nowMs()),
            ),
          ),
        );
    },
    [database, all],
  );
  const toggle = useCallback(
    (thing: WatchedThing) => {
      const known = rowsOf(all, thing).map(({ uid }) => uid);
      if (known.length === 0) followAll([thing]);
      else if (database !== null) tellFailure(removeWatched(database, known, nowMs()));
    },
    [database, all, followAll],
  );
  const move = useCallback(
    (uid: string, by: number) => {
      if (database === null) return;
      const moves = afterMove(rows, uid, by);
      tellFailure(Promise.all(moves.map((one) => moveWatched(database, one.uid, one.place, nowMs()))));
    },
    [database, rows],
  );
  return { rows, isLoading, isReady: database !== null && !isLoading, isWatched, toggle, followAll, move };
}

function tellFailure(writing: Promise<unknown>): void {
  writing.catch((error: unknown) =>
    showToast({
      title: t`Your watchlist was not changed`,
      description: error instanceof Error ? error.message : String(error),
      tone: "destructive",
    }),
  );
}
