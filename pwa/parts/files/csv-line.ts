import { guarded } from "#schemas/values/csv-guard.ts";

/** What is below zero begins like a formula, and is none. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A line of CSV (RFC 4180): CRLF at its end, no text in it that a spreadsheet would run as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(text: string): string {
  const cell = DECIMAL.test(text) ? text : guarded(text);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
