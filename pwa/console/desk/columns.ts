import type { ReactNode } from "react";

/** What a column is sorted by. */
export type SortValue = string | number | bigint;

/** One column of a list of operators. */
export interface Column<Row> {
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** The same as a plain text, for files. */
  readonly text: (row: Row) => string;
  /** Absent where there is no order in it. */
  readonly sortBy?: (row: Row) => SortValue;
  readonly isNumeric?: boolean;
  /** Whether it cannot be left out. */
  readonly isFixed?: boolean;
  /** Whether its cell, where it is the first, names the row to those who hear it, too; a row's title does otherwise. */
  readonly namesRow?: boolean;
}

export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

/** How an address names it: `amount`, or `-amount` from the largest down; null where it names no column that is sorted by. */
export function readSorting<Row>(text: string | undefined, columns: readonly Column<Row>[]): Sorting | null {
  if (text === undefined) return null;
  const isDescending = text.startsWith("-");
  const column = isDescending ? text.slice(1) : text;
  const known = columns.some(({ name, sortBy }) => name === column && sortBy !== undefined);
  return known ? { column, isDescending } : null;
}

/** The next of the three orders that a click leads through: rising, falling, and as the server has them. */
export function nextSorting(now: Sorting | null, column: string): string | undefined {
  if (now?.column !== column) return column;
  return now.isDescending ? undefined : `-${column}`;
}

/** The columns that an address leaves out; none that has to be there. */
export function readHidden<Row>(text: string | undefined, columns: readonly Column<Row>[]): readonly string[] {
  const named = text?.split(",") ?? [];
  return columns.filter(({ name, isFixed = false }) => !isFixed && named.includes(name)).map(({ name }) => name);
}

/** Numbers by size and texts by their letters. */
export function compareValues(one: SortValue, other: SortValue): number {
  if (typeof one === "string" && typeof other === "string") return one.localeCompare(other);
  return one < other ? -1 : one > other ? 1 : 0;
}
