import type { MovementRow } from "./movement.ts";
import type { FilterContext } from "./filter.ts";
import { movementOf } from "./movement.ts";

const COLUMNS = [
  "timestamp",
  "type",
  "direction",
  "asset",
  "issuer",
  "amount",
  "fee",
  "from",
  "to",
  "counterparty",
  "memo",
  "status",
  "ledger",
  "hash",
] as const;
type Cells = Record<(typeof COLUMNS)[number], string>;

/** Writes rows as CSV (RFC 4180): a header, CRLF line ends, times in UTC, amounts with all 7 places. */
export function toCsv(rows: readonly MovementRow[], context: FilterContext): string {
  const lines = [COLUMNS.join(",")];
  for (const row of rows) {
    const cells = cellsOf(row, context);
    lines.push(COLUMNS.map((column) => cell(cells[column])).join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** Writes rows as a JSON list of the same facts, ledger as a number. */
export function toJson(rows: readonly MovementRow[], context: FilterContext): string {
  return `${JSON.stringify(
    rows.map((row) => ({ ...cellsOf(row, context), ledger: row.ledger })),
    null,
    2,
  )}\n`;
}

/** The name of a saved file: what it holds and the local day it was made. */
export function exportName(kind: "csv" | "json", now: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `astrolabe-transactions-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.${kind}`;
}

function cellsOf(row: MovementRow, context: FilterContext): Cells {
  const { direction, counterparty } = movementOf(row, context.ownAddress);
  return {
    timestamp: row.timestamp,
    type: row.type,
    direction: direction === "none" ? "" : direction,
    asset: row.assetCode,
    issuer: row.issuer,
    amount: row.amount,
    fee: row.fee,
    from: row.from,
    to: row.to,
    counterparty: counterparty === "" ? "" : (context.nameOf(counterparty) ?? ""),
    memo: row.memo,
    status: row.status,
    ledger: String(row.ledger),
    hash: row.hash,
  };
}

function cell(text: string): string {
  // A memo is written by strangers: a spreadsheet must not run it as a formula.
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
