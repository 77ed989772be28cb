import { useEffect, useMemo, useState } from "react";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { useHistory } from "#pwa/parts/history/use-history.ts";
import { useMatches } from "#pwa/parts/history/use-matches.ts";
import { movementTest } from "./movement-test.ts";

const SHOWN = 5;
/** After the last letter, so that not every one of them begins a new look. */
const PAUSE_MS = 150;
const STEP_ROWS = 1000;
/** The newest so many are looked through; the search of the history knows all. */
const MOST_ROWS = 10_000;

export interface FoundMovements {
  readonly rows: readonly MovementRow[];
  readonly isLooking: boolean;
  /** Whether there are others that may fit. */
  readonly hasMore: boolean;
}

interface Who {
  readonly directory: Directory;
  readonly ownAddress: string | undefined;
}

/** The newest movements with the folded words; nothing is read before there are any, and no more than it takes. */
export function useMovements(words: readonly string[], { directory, ownAddress }: Who): FoundMovements {
  const { view, want } = useHistory(0);
  const typed = words.join(" ");
  const sought = usePaused(typed);
  const test = useMemo(
    () => movementTest(sought.split(" ").filter(Boolean), directory.nameOf, ownAddress),
    [sought, directory, ownAddress],
  );
  const matches = useMatches(view, test);
  // Of what fitted before more was typed, what still does: never a line that has not all of the words.
  const rows = useMemo(() => {
    if (typed === "") return [];
    return firstOf(matches.rows, movementTest(typed.split(" "), directory.nameOf, ownAddress), SHOWN + 1);
  }, [matches.rows, typed, directory, ownAddress]);
  const mayReadOn = sought !== "" && view.problem === null && !view.isComplete && view.rows.length < MOST_ROWS;
  const isShort = mayReadOn && rows.length <= SHOWN;
  const loaded = view.rows.length;
  useEffect(() => {
    if (isShort && !matches.isLooking) void want(Math.min(MOST_ROWS, loaded + STEP_ROWS));
  }, [isShort, matches.isLooking, loaded, want]);
  return {
    rows: rows.slice(0, SHOWN),
    isLooking: typed !== "" && (typed !== sought || matches.isLooking || isShort),
    hasMore: typed !== "" && (rows.length > SHOWN || !view.isComplete),
  };
}

function firstOf(
  rows: readonly MovementRow[],
  test: (row: MovementRow) => boolean,
  most: number,
): readonly MovementRow[] {
  const found: MovementRow[] = [];
  for (const row of rows) {
    if (found.length === most) break;
    if (test(row)) found.push(row);
  }
  return found;
}

/** A text as it stood still last. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
