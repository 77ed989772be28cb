import { csvLine } from "#server/platform/csv/csv.ts";

/** A column: what it is called, and what stands in it. */
export type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => string])[];

/** The columns' names, and one line for each row as they come (RFC 4180). No cell is a formula. */
export async function* linesOf<Row>(
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  for await (const rows of batches) {
    if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
  }
}
