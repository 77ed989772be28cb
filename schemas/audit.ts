import * as v from "valibot";
import { LIST_FILTERS, NextRow } from "./list-filters.ts";
import { OperatorActionKind } from "./security.ts";
import { AccountAddress, Instant, reasonText, textUpTo } from "./values/fields.ts";

/** Rows of a page. */
export const AUDIT_PAGE = 100;

/** What was done: operators' acts, and all that happened to keys and secrets. */
export const AUDIT_KINDS = [
  "operate",
  "sign",
  "create",
  "rotate",
  "rewrap",
  "keep",
  "reveal",
  "drop",
  "seal",
  "restore",
] as const;
export const AuditKind = v.picklist(AUDIT_KINDS);
export type AuditKind = v.InferOutput<typeof AuditKind>;

const NumberInQuery = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed number"), v.transform(Number));
const Day = v.pipe(v.string(), v.isoDate());
const FILTERS = {
  find: LIST_FILTERS.find,
  kind: v.optional(AuditKind),
  act: v.optional(OperatorActionKind),
  /** Who did it. */
  operator: v.optional(NumberInQuery),
  /** Whom it concerns: a user's number, or the address of an account. */
  whom: v.optional(v.union([NumberInQuery, AccountAddress])),
  /** Days in UTC, both of them included. */
  from: v.optional(Day),
  to: v.optional(Day),
};

/** Which rows of the audit log. */
export const AuditFilters = v.strictObject(FILTERS);
export type AuditFilters = v.InferOutput<typeof AuditFilters>;
/** `before` is the number of a row: what follows is older. */
export const AuditQuery = v.strictObject({ ...FILTERS, before: v.optional(NumberInQuery) });
export const AuditExportQuery = v.strictObject({ ...FILTERS, reason: reasonText(500) });
export const AuditLinesQuery = v.strictObject({ reason: reasonText(500) });
export const AuditRowParams = v.strictObject({ number: NumberInQuery });

/** One link of the chain, as operators read it. */
export const AuditRowOutput = v.strictObject({
  number: v.number(),
  at: Instant,
  kind: AuditKind,
  /** Of operators' acts which; of keys, what they are for. */
  act: v.string(),
  /** "user 5", an account's address or the name of a secret; empty where it concerns nobody in particular. */
  whom: v.string(),
  /** "operator 3", "user 5" or a part of the server. */
  by: v.string(),
  reason: v.string(),
  /** What it was, and what it is since, as JSON; null of what is no operator's, or from before it was kept. */
  change: v.nullable(v.string()),
  /** What was signed, in hex; empty for anything else. */
  signed: v.string(),
  previous: v.string(),
  hash: v.string(),
});
export type AuditRowOutput = v.InferOutput<typeof AuditRowOutput>;

/** A page of rows, newest first, where the next one goes on, and where the chain ends now. */
export const AuditOutput = v.strictObject({
  rows: v.array(AuditRowOutput),
  next: NextRow,
  end: v.strictObject({ number: v.number(), hash: v.string() }),
});
export type AuditOutput = v.InferOutput<typeof AuditOutput>;

/** One line of a verification: how far it is, and at the end what was found. */
export const AuditLine = v.variant("line", [
  v.strictObject({ line: v.literal("progress"), rows: v.number(), of: v.number() }),
  /** This process verifies already, for somebody else or in another window. */
  v.strictObject({ line: v.literal("busy") }),
  v.strictObject({
    line: v.literal("found"),
    isWhole: v.boolean(),
    /** Rows that fit. */
    rows: v.number(),
    /** The first row that does not fit; null where all do. */
    brokenAt: v.nullable(v.number()),
    /** What is wrong with it, in English; empty where nothing is. */
    problem: textUpTo(1000),
    /** Anchors on the ledger that were compared; null where no node answered, and nothing was. */
    anchors: v.nullable(v.number()),
    /** The newest row that one of them is of; 0 for none. */
    anchored: v.number(),
  }),
]);
export type AuditLine = v.InferOutput<typeof AuditLine>;
