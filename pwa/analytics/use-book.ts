import { useEffect, useMemo, useState } from "react";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import type { PriceRange } from "#schemas/markets.ts";
import { startOf } from "#pwa/parts/charts/ranges.ts";
import { type Book, bookOf, heldOf } from "./report.ts";
import { assetsOf, usePriceLines, useSteadyNow, useWorthNow } from "./use-curve.ts";
import { useJournal } from "./use-journal.ts";

export interface BookState {
  /** Null while it is worked out for the first time. */
  readonly book: Book | null;
  readonly held: ReadonlyMap<string, bigint>;
  readonly rowsRead: number;
  readonly total: number;
  readonly isReading: boolean;
  readonly problem: string | null;
}

/** Gains of all time, and flows and fees of a time: from all movements of the account, as this device has them. */
export function useBook(range: PriceRange): BookState {
  const nowMs = useSteadyNow();
  const journal = useJournal(0);
  const { rows: balances, isLoading } = useRows("balances");
  const held = useMemo(() => heldOf(balances), [balances]);
  const { pieces, isComplete, rowsRead, total, problem } = journal;
  const assets = useMemo(() => assetsOf(held, isComplete ? pieces : []), [held, isComplete, pieces]);
  const { lines, isLoading: isPricing } = usePriceLines(assets, "all", "days");
  const worthNow = useWorthNow(held);
  const [book, setBook] = useState<Book | null>(null);
  useEffect(() => {
    if (!isComplete || isLoading || isPricing) return undefined;
    const life = { isOver: false };
    const input = { pieces, held, lines, worthNow, nowMs, fromMs: startOf(range, nowMs) };
    const workOut = async (): Promise<void> => {
      const found = await bookOf(input, () => life.isOver);
      if (found !== null) setBook(found);
    };
    void workOut();
    return () => {
      life.isOver = true;
    };
  }, [isComplete, isLoading, isPricing, pieces, held, lines, worthNow, nowMs, range]);
  return { book, held, rowsRead, total, isReading: !isComplete, problem };
}
