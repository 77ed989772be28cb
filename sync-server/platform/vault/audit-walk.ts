import type { Database } from "#server/platform/db/database.ts";
import { readHead } from "./audit-log.ts";
import { type AuditHead, GENESIS } from "#server/platform/audit/audit-head.ts";
import { AUDIT_LOG, type AuditRow, hashOf } from "./audit-rows.ts";

/** Rows in memory at a time; left to itself a cursor fetches 16 MB at once, which are ten times that as objects. */
const BATCH = 1000;
/** Rows between two moments in which something else may be done. */
const STEP = 250;

/** What a walk along the chain found; `problem` is one sentence on the first row that does not fit, null when all do. */
export interface AuditWalk {
  /** Rows that fit. */
  readonly rows: number;
  /** The number of the first row that does not fit. */
  readonly brokenAt: number | null;
  readonly problem: string | null;
  readonly head: AuditHead;
}

/**
 * Walks the chain from its first row to its head, row by row, whatever its length; rows written meanwhile are walked, too.
 * `onRow` sees each row that fits.
 */
export async function walkAudit(database: Database, onRow: (row: AuditRow) => void = ignore): Promise<AuditWalk> {
  const steps = auditSteps(database, onRow);
  let step = await steps.next();
  while (step.done !== true) step = await steps.next();
  return step.value;
}

/** The same, yielding after some rows each the number of the last: whoever walks may do something else meanwhile, or stop. */
export async function* auditSteps(
  database: Database,
  onRow: (row: AuditRow) => void = ignore,
): AsyncGenerator<number, AuditWalk> {
  const rows = database.collection<AuditRow>(AUDIT_LOG);
  let last = GENESIS;
  for (;;) {
    const started = last.sequence;
    const filter = started === 0 ? {} : { _id: { $gt: started } };
    for await (const row of rows.find(filter, { sort: { _id: 1 }, batchSize: BATCH })) {
      const problem = problemOfRow(row, last);
      if (problem !== null) return broken(last, problem);
      last = { sequence: row._id, hash: row.hash };
      onRow(row);
      if (row._id % STEP === 0) yield row._id;
    }
    // Rows and head are written together: a head further on than this walk means rows that came meanwhile, or are gone.
    const head = await readHead(database, null);
    if (head.sequence > last.sequence && last.sequence > started) continue;
    if (head.sequence > last.sequence)
      return broken(last, `the log ends at row ${last.sequence}, although ${head.sequence} rows were written`);
    if (head.sequence < last.sequence || head.hash !== last.hash)
      return broken(
        { ...last, sequence: Math.min(head.sequence, last.sequence - 1) },
        `row ${Math.min(head.sequence + 1, last.sequence)} was added past the end`,
      );
    return { rows: last.sequence, brokenAt: null, problem: null, head: last };
  }
}

function broken(last: AuditHead, problem: string): AuditWalk {
  return { rows: last.sequence, brokenAt: last.sequence + 1, problem, head: last };
}

/** Why a row does not follow the one before it; null where it does. */
export function problemOfRow(row: AuditRow, last: AuditHead): string | null {
  const expected = last.sequence + 1;
  if (row._id > expected) return `row ${expected} is missing`;
  if (row._id !== expected) return `a row ${row._id} was put between others`;
  if (row.previous !== last.hash) return `row ${expected} does not follow the row before it`;
  return row.hash === hashOf(row) ? null : `row ${expected} was changed`;
}

function ignore(): void {
  // Nobody else looks at the rows.
}
