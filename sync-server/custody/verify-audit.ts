import type { Database } from "#server/platform/db/database.ts";
import type { AuditHead } from "#server/platform/vault/audit-rows.ts";
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
 * grow with the log.
 */
export async function* auditFindings(
  database: Database,
  anchors: readonly AuditHead[],
): AsyncGenerator<number, AuditFindings> {
  const expected = new Map(anchors.map(({ sequence, hash }) => [sequence, hash]));
  let strange: number | null = anchors.find(({ sequence, hash }) => expected.get(sequence) !== hash)?.sequence ?? null;
  const walk = yield* auditSteps(database, ({ _id, hash }) => {
    const anchor = expected.get(_id);
    if (anchor !== undefined && anchor !== hash) strange ??= _id;
  });
  const { rows, brokenAt, problem } = walk;
  const anchored = anchors.reduce((newest, { sequence }) => Math.max(newest, sequence), 0);
  if (problem !== null) return { rows, brokenAt, problem, anchored };
  if (strange !== null)
    return { rows, brokenAt: strange, problem: `the ledger holds another hash of row ${strange}`, anchored };
  if (anchored > rows)
    return {
      rows,
      brokenAt: rows + 1,
      problem: `it ends at row ${rows}, but the ledger holds the hash of row ${anchored}`,
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
