import type { MovementRow } from "./movement.ts";

/** Longest stretch of looking, in ms: the frames of a slow device have room for it. */
const STRETCH_MS = 8;
/** Rows between two looks at the clock. */
const STEP = 100;
/** What was found so far is told this often, in ms. */
const TELL_EVERY_MS = 120;

export interface Found {
  readonly rows: readonly MovementRow[];
  readonly isLooking: boolean;
}

/** Looks through a growing list in stretches. */
export interface Matches {
  /**
   * Tells the rows that pass the test, now and then until all were looked at. Rows that were looked at before are not again
   * while test and edition stay the same. Answers with the way to stop.
   */
  look(
    rows: readonly MovementRow[],
    edition: number,
    test: (row: MovementRow) => boolean,
    tell: (found: Found) => void,
  ): () => void;
}

export function openMatches(): Matches {
  let found: MovementRow[] = [];
  let looked = 0;
  let last: { readonly edition: number; readonly test: (row: MovementRow) => boolean } | null = null;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return {
    look(rows, edition, test, tell) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (last?.edition !== edition || last.test !== test) {
        last = { edition, test };
        found = [];
        looked = 0;
      }
      const say = (isLooking: boolean) => {
        toldAtMs = performance.now();
        tell({ rows: [...found], isLooking });
      };
      const stretch = () => {
        const endMs = performance.now() + STRETCH_MS;
        while (looked < rows.length && performance.now() < endMs) {
          const step = rows.slice(looked, looked + STEP);
          found.push(...step.filter(test));
          looked += step.length;
        }
        if (looked >= rows.length) return say(false);
        // Nothing new yet: what was shown before stays.
        if (found.length > 0 && performance.now() - toldAtMs > TELL_EVERY_MS) say(true);
        timer = setTimeout(stretch);
      };
      stretch();
      return () => clearTimeout(timer);
    },
  };
}
