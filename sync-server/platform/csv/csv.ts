import { guarded } from "#schemas/values/csv-guard.ts";

/** What a column is called, and what stands in it. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => string];

/**
 * Rows as comma-separated values (RFC 4180), made while they are read and no faster than they are taken: it holds one part of them at a
 * time, and lets others go first between two. No cell is a formula.
 */
export async function* csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  parts: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  for await (const rows of parts) {
    if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
    await new Promise(setImmediate);
  }
}

/** One line of comma-separated values, with its end. No cell is a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(guarded(cell))).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
