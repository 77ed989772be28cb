import type { Database } from "#server/platform/db/database.ts";
import type { AuditHead } from "#server/platform/audit/audit-head.ts";
import { anchorValue } from "./anchor.ts";
import { lostBy } from "./lost-rows.ts";
import { auditSteps } from "#server/platform/vault/audit-walk.ts";

export interface AuditVerdict {
  readonly isWhole: boolean;
  /** For a person. */
  readonly sentence: string;
}

/** What a walk along the whole log found, beside the anchors. */
export interface AuditFindings {
  /** Rows that fit. */
  readonly rows: number;
  readonly brokenAt: number | null;
  /** What is wrong, in one sentence without its full stop; null where nothing is. */
  readonly problem: string | null;
  /** The newest row that has an anchor; 0 for none. */
  readonly anchored: number;
}

/**
 * Walks the whole log and compares it with the anchors that the ledger holds, yielding now and then how far it is. Its memory does not
 * grow with the log. What a restore lost is told by a row of the chain, and its anchors count for nothing.
 */
export async function* auditFindings(
  database: Database,
  anchors: readonly AuditHead[],
): AsyncGenerator<number, AuditFindings> {
  const expected = Map.groupBy(anchors, ({ sequence }) => sequence);
  const misfits: AuditHead[] = [];
  const excused = new Set<string>();
  const walk = yield* auditSteps(database, (row) => {
    misfits.push(...(expected.get(row._id) ?? []).filter(({ hash }) => hash !== row.hash));
    for (const anchor of lostBy(row)) excused.add(anchor);
  });
  const { rows, brokenAt, problem } = walk;
  const anchored = anchors.reduce((newest, { sequence }) => Math.max(newest, sequence), 0);
  if (problem !== null) return { rows, brokenAt, problem, anchored };
  const strange = misfits.find((anchor) => !excused.has(anchorValue(anchor)))?.sequence;
  if (strange !== undefined)
    return { rows, brokenAt: strange, problem: `the ledger holds another hash of row ${strange}`, anchored };
  const beyond = anchors.findLast((anchor) => anchor.sequence > rows && !excused.has(anchorValue(anchor)));
  if (beyond)
    return {
      rows,
      brokenAt: rows + 1,
      problem: `it ends at row ${rows}, but the ledger holds the hash of row ${beyond.sequence}`,
      anchored,
    };
  return { rows, brokenAt: null, problem: null, anchored };
}

/** The same at once, as a sentence. */
export async function verifyAudit(database: Database, anchors: readonly AuditHead[]): Promise<AuditVerdict> {
  const steps = auditFindings(database, anchors);
  let step = await steps.next();
  while (step.done !== true) step = await steps.next();
  const { rows, problem, anchored } = step.value;
  if (problem !== null) return { isWhole: false, sentence: `The audit log is broken: ${problem}.` };
  const compared =
    anchors.length === 0
      ? "the ledger holds no anchor to compare it with yet"
      : `${anchors.length} anchors on the ledger agree, the newest with row ${anchored}`;
  return { isWhole: true, sentence: `The audit log is whole: ${rows} rows, and ${compared}.` };
}
