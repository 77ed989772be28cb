import type { InferOutput } from "valibot";
import {
  AUDIT_KINDS,
  AUDIT_PAGE,
  type AuditFilters,
  type AuditOutput,
  type AuditQuery,
  type AuditRowOutput,
} from "#schemas/audit.ts";
import { AppError } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { readHead } from "#server/platform/vault/audit-log.ts";
import { AUDIT_LOG, type AuditRow } from "#server/platform/vault/audit-rows.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

function rowsOf(database: Database) {
  return database.collection<AuditRow>(AUDIT_LOG);
}

/** A page of rows, newest first: what operators did and what became of keys stands in one chain. */
export async function listAudit(
  database: Database,
  { before, ...filters }: InferOutput<typeof AuditQuery>,
): Promise<AuditOutput> {
  const last = before === undefined ? null : await rowsOf(database).findOne({ _id: before }, { projection: { at: 1 } });
  const rows = await rowsOf(database)
    .find({ $and: [conditionOf(filters), ...(last ? [olderThan(last)] : [])] })
    .sort({ at: -1, _id: -1 })
    .limit(AUDIT_PAGE)
    .toArray();
  const { sequence, hash } = await readHead(database, null);
  return { rows: rows.map(describeRow), end: { number: sequence, hash } };
}

/** Throws `audit-row-unknown`. */
export async function readAuditRow(database: Database, number: number): Promise<AuditRowOutput> {
  const row = await rowsOf(database).findOne({ _id: number });
  if (!row) throw new AppError("audit-row-unknown");
  return describeRow(row);
}

/** All rows that are meant, oldest first, so many at a time. */
export async function* eachAuditRow(
  database: Database,
  filters: AuditFilters,
  atOnce: number,
): AsyncGenerator<AuditRowOutput[]> {
  const rows = rowsOf(database).find(conditionOf(filters), { sort: { at: 1, _id: 1 }, batchSize: atOnce });
  let some: AuditRowOutput[] = [];
  for await (const row of rows) {
    some.push(describeRow(row));
    if (some.length < atOnce) continue;
    yield some;
    some = [];
  }
  yield some;
}

/** Rows are noted when they happen and numbered moments later: by time they come in nearly the order of their numbers. */
function olderThan({ _id, at }: Pick<AuditRow, "_id" | "at">) {
  return { at: { $lte: at }, $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] };
}

function conditionOf({ kind, act, operator, whom, from, to }: AuditFilters) {
  const at = {
    ...(from !== undefined && { $gte: new Date(`${from}T00:00:00Z`) }),
    ...(to !== undefined && { $lt: new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS) }),
  };
  // Acts are operators' alone. Read by whom it concerns or who did it, each kind is in its order, and they are merged.
  const isMerged = whom !== undefined || operator !== undefined;
  const kinds = AUDIT_KINDS.filter((each) => (kind ?? each) === each && (act === undefined || each === "operate"));
  const isNarrowed = isMerged || kinds.length < AUDIT_KINDS.length;
  return {
    ...(isNarrowed && { action: kinds.length === 1 ? kinds[0] : { $in: kinds } }),
    ...(whom !== undefined && { address: typeof whom === "number" ? `user ${whom}` : whom }),
    ...(operator !== undefined && { requestedBy: `operator ${operator}` }),
    ...(act !== undefined && { purpose: act }),
    ...(Object.keys(at).length > 0 && { at }),
  };
}

function describeRow(row: AuditRow): AuditRowOutput {
  const { _id: number, at, action: kind, purpose: act, address: whom, requestedBy: by, reason, change } = row;
  const { payloadHash: signed, previous, hash } = row;
  const seen = { number, at: at.toISOString(), kind, act, whom, by, reason, change: change ?? null };
  return { ...seen, signed, previous, hash };
}

/** Whatever is asked of the log is read in its order; of filters together the one that leaves least comes first. */
export const auditIndexes: Migration = {
  number: 93,
  name: "the audit log by whom it concerns, by who did what, and by time",
  run: async (database) => {
    await rowsOf(database).createIndex({ action: 1, at: -1, _id: -1 });
    await rowsOf(database).createIndex({ at: -1, _id: -1 });
  },
};

/**
 * One kind of what concerns an account or was asked by an operator may be rare among the rest. Acts are operators' alone, and signatures,
 * of which there are far more, are in no index of acts.
 */
export const auditKindIndexes: Migration = {
  number: 110,
  name: "the audit log by whom it concerns and who did it, each by kind, and by act",
  run: async (database) => {
    const rows = rowsOf(database);
    const newest = { at: -1, _id: -1 } as const;
    const acts = { partialFilterExpression: { action: "operate" } };
    await rows.createIndex({ address: 1, action: 1, ...newest });
    await rows.createIndex({ requestedBy: 1, action: 1, ...newest });
    await rows.createIndex({ purpose: 1, ...newest }, { ...acts, name: "acts" });
    await rows.createIndex({ requestedBy: 1, purpose: 1, ...newest }, { ...acts, name: "acts_of_one" });
    for (const former of ["address", "requestedBy", "purpose"].map((name) => `${name}_1_at_-1__id_-1`))
      if (await rows.indexExists(former)) await rows.dropIndex(former);
  },
};
