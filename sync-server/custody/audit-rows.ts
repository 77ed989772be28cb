import type { InferOutput } from "valibot";
import {
  AUDIT_PAGE,
  type AuditFilters,
  type AuditOutput,
  type AuditQuery,
  type AuditRowOutput,
} from "#schemas/audit.ts";
import { AppError } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readHead } from "#server/platform/vault/audit-log.ts";
import { AUDIT_LOG, type AuditRow } from "#server/platform/vault/audit-rows.ts";
import { type AuditSearch, searchAudit } from "./search-audit.ts";

/** Rows looked at for one page where not each of them may be meant: what was found by then is answered, and where to go on. */
const MOST_LOOKED_AT = 700;
const MOST_AT_ONCE = 1000;

function rowsOf(database: Database) {
  return database.collection<AuditRow>(AUDIT_LOG);
}

/** A page of rows, newest first: what operators did and what became of keys stands in one chain. */
export async function listAudit(
  runtime: Runtime,
  { before, ...filters }: InferOutput<typeof AuditQuery>,
): Promise<AuditOutput> {
  const { database } = runtime;
  const search = await searchAudit(runtime, filters);
  const { rows, next } = await pageOf(database, search, before ?? null);
  const { sequence, hash } = await readHead(database, null);
  return { rows: rows.map(describeRow), next, end: { number: sequence, hash } };
}

async function pageOf(database: Database, search: AuditSearch, before: number | null) {
  const found: AuditRow[] = [];
  let place = before === null ? null : await rowsOf(database).findOne({ _id: before }, { projection: { at: 1 } });
  // One more than a page tells whether there is another.
  let wanted = AUDIT_PAGE + 1;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; wanted = Math.min(wanted * 2, MOST_AT_ONCE)) {
    const looked = await rowsBeyond(database, search, place, { sign: -1, limit: wanted });
    found.push(...(search.meant ? await search.meant(looked) : looked));
    const rows = found.slice(0, AUDIT_PAGE);
    if (found.length > AUDIT_PAGE) return { rows, next: rows.at(-1)?._id ?? null };
    const last = looked.at(-1);
    if (looked.length < wanted || !last) return { rows, next: null };
    place = last;
    lookedAt += looked.length;
  }
  return { rows: found, next: place?._id ?? null };
}

/** Throws `audit-row-unknown`. */
export async function readAuditRow(database: Database, number: number): Promise<AuditRowOutput> {
  const row = await rowsOf(database).findOne({ _id: number });
  if (!row) throw new AppError("audit-row-unknown");
  return describeRow(row);
}

/** All rows that are meant, oldest first, so many at a time; nothing is kept open between two parts. */
export async function* eachAuditRow(
  runtime: Runtime,
  filters: AuditFilters,
  atOnce: number,
): AsyncGenerator<AuditRowOutput[]> {
  const search = await searchAudit(runtime, filters);
  for (let place: AuditPlace | null = null; ;) {
    const looked: readonly AuditRow[] = await rowsBeyond(runtime.database, search, place, { sign: 1, limit: atOnce });
    const meant = search.meant ? await search.meant(looked) : looked;
    if (meant.length > 0) yield meant.map(describeRow);
    const last = looked.at(-1);
    if (looked.length < atOnce || !last) return;
    place = last;
  }
}

type AuditPlace = Pick<AuditRow, "_id" | "at">;

/** The next rows that may be meant, by all ways that lead to them. */
async function rowsBeyond(
  database: Database,
  { ways }: AuditSearch,
  place: AuditPlace | null,
  { sign, limit }: { readonly sign: 1 | -1; readonly limit: number },
): Promise<readonly AuditRow[]> {
  const beyond = place === null ? [] : [beyondOf(place, sign)];
  const parts = await Promise.all(
    ways.map((way) =>
      rowsOf(database)
        .find({ $and: [way, ...beyond] })
        .sort({ at: sign, _id: sign })
        .limit(limit)
        .toArray(),
    ),
  );
  if (parts.length === 1 && parts[0]) return parts[0];
  const byNumber = new Map(parts.flat().map((row) => [row._id, row]));
  return [...byNumber.values()]
    .toSorted((one, other) => sign * (Number(one.at) - Number(other.at) || one._id - other._id))
    .slice(0, limit);
}

/** Rows are noted when they happen and numbered moments later: by time they come in nearly the order of their numbers. */
function beyondOf({ _id, at }: AuditPlace, sign: 1 | -1) {
  if (sign < 0) return { at: { $lte: at }, $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] };
  return { at: { $gte: at }, $or: [{ at: { $gt: at } }, { _id: { $gt: _id } }] };
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

/** Operators look for what was signed by its hash. */
export const auditHashIndex: Migration = {
  number: 115,
  name: "the audit log by what was signed",
  run: async (database) => {
    const signed = { partialFilterExpression: { action: "sign" } };
    // With the kind in it, which is the same in all of it, it is preferred to the index of the kind alone.
    const key = { action: 1, payloadHash: 1, at: -1, _id: -1 } as const;
    await rowsOf(database).createIndex(key, { ...signed, name: "signed" });
  },
};
