import type { AuditFilters, AuditRowOutput } from "#schemas/audit.ts";
import { guarded } from "#schemas/values/csv-guard.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { AUDIT_LOG, type AuditRow, coveredBy } from "#server/platform/vault/audit-rows.ts";
import { eachAuditRow } from "./audit-rows.ts";

const AT_ONCE = 250;
const COLUMNS: readonly (readonly [name: string, cell: (row: AuditRowOutput) => string])[] = [
  ["number", ({ number }) => String(number)],
  ["at", ({ at }) => at],
  ["kind", ({ kind }) => kind],
  ["act", ({ act }) => act],
  ["whom", ({ whom }) => whom],
  ["by", ({ by }) => by],
  ["reason", ({ reason }) => reason],
  ["change", ({ change }) => change ?? ""],
  ["signed", ({ signed }) => signed],
  ["hash", ({ hash }) => hash],
];

/** All rows that are meant as comma-separated values (RFC 4180), read while they are sent. No cell is a formula. */
export async function* exportAudit(runtime: Runtime, filters: AuditFilters): AsyncGenerator<string> {
  yield lineOf(COLUMNS.map(([name]) => name));
  for await (const rows of eachAuditRow(runtime, filters, AT_ONCE))
    yield rows.map((row) => lineOf(COLUMNS.map(([, cell]) => cell(row)))).join("");
}

/** The whole chain in its order, each row with exactly the text that its hash covers: whoever has it needs nothing of ours to verify it. */
export async function* exportAuditLines(database: Database): AsyncGenerator<string> {
  const rows = database.collection<AuditRow>(AUDIT_LOG).find({}, { sort: { _id: 1 }, batchSize: AT_ONCE });
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(`${JSON.stringify({ hash: row.hash, covers: coveredBy(row) })}\n`);
    if (lines.length < AT_ONCE) continue;
    yield lines.join("");
    lines = [];
  }
  if (lines.length > 0) yield lines.join("");
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(guarded(cell))).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
