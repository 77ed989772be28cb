import { guarded } from "#schemas/values/csv-guard.ts";
import type { Column } from "./columns.ts";

/** Rows as a file for a spreadsheet: what a person typed is run as no formula there. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  return lines.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(text: string): string {
  return `"${guarded(text).replaceAll('"', '""')}"`;
}
