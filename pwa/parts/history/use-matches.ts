import { useEffect, useState } from "react";
import type { HistoryView } from "./history.ts";
import type { MovementRow } from "./movement.ts";
import { openMatches, type Matches } from "./matches.ts";

/**
 * The rows of the history that the test lets through, all where it is null. A long history is looked through between frames:
 * until that is done the rows are those found so far, after a change of the test those of before until there are new ones.
 */
export function useMatches(
  { rows, edition }: Pick<HistoryView, "rows" | "edition">,
  test: ((row: MovementRow) => boolean) | null,
): { readonly rows: readonly MovementRow[]; readonly isLooking: boolean } {
  const [matches] = useState<Matches>(openMatches);
  const [found, setFound] = useState<{ readonly rows: readonly MovementRow[]; readonly isLooking: boolean }>({
    rows: [],
    isLooking: true,
  });
  useEffect(() => {
    if (test === null) return undefined;
    return matches.look(rows, edition, test, setFound);
  }, [matches, rows, edition, test]);
  return test === null ? { rows, isLooking: false } : found;
}
