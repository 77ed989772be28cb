import type { Database } from "#server/platform/db/database.ts";
import type { AuditHead } from "#server/platform/vault/audit-rows.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";

export interface AuditVerdict {
  readonly isWhole: boolean;
  /** For a person. */
  readonly sentence: string;
}

/** Walks the whole log and compares it with the anchors that the ledger holds. Its memory does not grow with the log. */
export async function verifyAudit(database: Database, anchors: readonly AuditHead[]): Promise<AuditVerdict> {
  const expected = new Map(anchors.map(({ sequence, hash }) => [sequence, hash]));
  let strange: number | null = anchors.find(({ sequence, hash }) => expected.get(sequence) !== hash)?.sequence ?? null;
  const { rows, problem } = await walkAudit(database, ({ _id, hash }) => {
    const anchor = expected.get(_id);
    if (anchor !== undefined && anchor !== hash) strange ??= _id;
  });
  if (problem !== null) return broken(problem);
  if (strange !== null) return broken(`the ledger holds another hash of row ${strange}`);
  const last = anchors.reduce((newest, { sequence }) => Math.max(newest, sequence), 0);
  if (last > rows) return broken(`it ends at row ${rows}, but the ledger holds the hash of row ${last}`);
  const compared =
    anchors.length === 0
      ? "the ledger holds no anchor to compare it with yet"
      : `${anchors.length} anchors on the ledger agree, the newest with row ${last}`;
  return { isWhole: true, sentence: `The audit log is whole: ${rows} rows, and ${compared}.` };
}

function broken(problem: string): AuditVerdict {
  return { isWhole: false, sentence: `The audit log is broken: ${problem}.` };
}
