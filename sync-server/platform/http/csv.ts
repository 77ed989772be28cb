import { guarded } from "#schemas/values/csv-guard.ts";

/** One line of comma-separated values (RFC 4180), with its end. No cell is a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(guarded(cell))).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
