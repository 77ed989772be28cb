import { useEffect, useMemo, useState } from "react";
import { startOf } from "#pwa/parts/charts/ranges.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import type { PriceRange } from "#schemas/markets.ts";
import type { Book, BookInput } from "./book.ts";
import type { MissingTime } from "#pwa/parts/history/movement.ts";
import { missingTimes } from "#pwa/parts/journal/missing-times.ts";
import { useSteadyNow } from "#pwa/parts/journal/steady-now.ts";
import { assetsOf, usePositions, usePriceLines } from "./use-curve.ts";
import { useJournal } from "#pwa/parts/journal/use-journal.ts";
import type { WholeState } from "#pwa/parts/assets/use-whole.ts";

/** What gains are worked out from. */
export type BookFacts = Pick<BookInput, "pieces" | "holds" | "lines">;

export interface BookState {
  /** Null while it is worked out for the first time. */
  readonly book: Book | null;
  /** Null until all of them are there. */
  readonly facts: BookFacts | null;
  /** Times of which movements are missing, the oldest first. */
  readonly missing: readonly MissingTime[];
  readonly rowsRead: number;
  readonly total: number;
  readonly isReading: boolean;
  readonly problem: string | null;
}

/** Gains of all time, and flows and fees of a time: from all movements of the account, as this device has them. */
export function useBook(range: PriceRange, { whole, isLoading }: WholeState): BookState {
  const nowMs = useSteadyNow();
  const journal = useJournal(0);
  const { isComplete, rowsRead, total, problem } = journal;
  const { holds, pieces } = usePositions(whole, journal.pieces);
  const assets = useMemo(() => assetsOf(holds, isComplete ? pieces : []), [holds, isComplete, pieces]);
  const { lines, isLoading: isPricing } = usePriceLines(assets, "all", "days");
  const [book, setBook] = useState<Book | null>(null);
  const isThere = isComplete && !isLoading && !isPricing;
  const facts = useMemo(() => (isThere ? { pieces, holds, lines } : null), [isThere, pieces, holds, lines]);
  useEffect(() => {
    if (facts === null) return undefined;
    const life = { isOver: false };
    const input = { ...facts, nowMs, fromMs: startOf(range, nowMs) };
    const workOut = async (): Promise<void> => {
      const { bookOf } = await import("./book.ts");
      const found = await bookOf(input, () => life.isOver);
      if (found !== null) setBook(found);
    };
    workOut().catch((error: unknown) => logProblem("The gains could not be worked out", error));
    return () => {
      life.isOver = true;
    };
  }, [facts, nowMs, range]);
  const missing = useMemo(() => missingTimes(journal.pieces), [journal.pieces]);
  return { book, facts, missing, rowsRead, total, isReading: !isComplete, problem };
}
