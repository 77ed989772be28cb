import type { Entry } from "#pwa/parts/journal/entries.ts";
import { priceAt, type PriceLine, worthAtPrice } from "./price-line.ts";

/** What came in, went out and was paid in fees within a month, in ten-millionths of a dollar at the prices of the time. */
export interface MonthFlow {
  /** Local year and month, such as 2026-03. */
  readonly month: string;
  readonly in: bigint;
  readonly out: bigint;
  readonly fees: bigint;
  /** Movements of which no price, or not the direction, is known. */
  readonly uncounted: number;
}

/** Stroops paid in fees, by asset. */
export type FeesPaid = ReadonlyMap<string, bigint>;

export interface Flows {
  add(entry: Entry): void;
  /** Oldest first; months without movement are not left out. */
  months(): readonly MonthFlow[];
  fees(): FeesPaid;
}

/** Adds up entries by month, given in any order. */
export function flowsOf(lines: ReadonlyMap<string, PriceLine>): Flows {
  const found = new Map<string, MonthFlow>();
  const fees = new Map<string, bigint>();
  let monthKept = { from: 0, to: 0, month: "" };
  /** A date is costly to make, and most entries fall into the month of the one before. */
  const monthAt = (atMs: number): string => {
    if (atMs < monthKept.from || atMs >= monthKept.to) monthKept = monthAround(atMs);
    return monthKept.month;
  };
  return {
    add({ atMs, asset, kind, change }) {
      // One asset for another: nothing came from outside.
      if (kind === "traded" || kind === "missing") return;
      const month = monthAt(atMs);
      const flow = found.get(month) ?? emptyMonth(month);
      const price = kind === "unclear" ? null : priceAt(lines.get(asset) ?? [], atMs);
      const size = change < 0n ? -change : change;
      if (kind === "fee") fees.set(asset, (fees.get(asset) ?? 0n) + size);
      if (price === null) found.set(month, { ...flow, uncounted: flow.uncounted + 1 });
      else {
        const column = kind === "fee" ? "fees" : change < 0n ? "out" : "in";
        found.set(month, { ...flow, [column]: flow[column] + worthAtPrice(size, price) });
      }
    },
    months: () => withGapsFilled(found),
    fees: () => fees,
  };
}

function monthAround(atMs: number): { from: number; to: number; month: string } {
  const date = new Date(atMs);
  const year = date.getFullYear();
  const month = date.getMonth();
  return {
    from: new Date(year, month, 1).getTime(),
    to: new Date(year, month + 1, 1).getTime(),
    month: `${year}-${String(month + 1).padStart(2, "0")}`,
  };
}

function emptyMonth(month: string): MonthFlow {
  return { month, in: 0n, out: 0n, fees: 0n, uncounted: 0 };
}

function withGapsFilled(found: ReadonlyMap<string, MonthFlow>): MonthFlow[] {
  const sorted = [...found.keys()].toSorted();
  const [first = ""] = sorted;
  const last = sorted.at(-1) ?? "";
  const months: MonthFlow[] = [];
  for (let month = first; month !== "" && month <= last; month = monthAfter(month))
    months.push(found.get(month) ?? emptyMonth(month));
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}
