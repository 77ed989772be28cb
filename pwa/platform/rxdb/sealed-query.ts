import {
  type FilledMangoQuery,
  getQueryMatcher,
  getSortComparator,
  prepareQuery,
  type PreparedQuery,
  type RxDocumentData,
} from "rxdb";
import type { Fields, SealedPlace } from "#pwa/platform/db/row-seal.ts";
import type { StoredSchema } from "./sealed-schema.ts";

type Query = FilledMangoQuery<Fields>;

/** What the storage of the sealed rows is asked, and what is left to do with the opened ones. */
export interface SealedQuery {
  /** Whether the storage's answer is all of it, by what stands outside of the seals. */
  readonly isWhole: boolean;
  /** Opened rows in the storage's order may be left unread once so many match. */
  readonly enough: number;
  /** As many rows as may match, at most `limit` of them where it is not the whole. */
  ask(limit?: number): PreparedQuery<Fields>;
  matches(row: Fields): boolean;
  /** Sorts the rows that match and takes those that were asked for. */
  finish(rows: Fields[]): Fields[];
}

const LOGICAL = ["$and", "$or", "$nor"];

/**
 * Splits a query into what the sealed rows can answer and what only the opened ones can. A filter by what is sealed opens
 * the rows that the rest of the query leaves, until it is full.
 */
export function sealQuery(query: Query, schema: StoredSchema, inner: StoredSchema, place: SealedPlace): SealedQuery {
  const isOutside = (field: string) => field.startsWith("_") || place.clear.includes(field);
  const sorts = query.sort.map((part) => Object.keys(part)[0] ?? "");
  // Keys are pseudonyms there, with an order of their own: it may break ties, no more.
  const isSorted = sorts.every((field, at) => isOutside(field) || (at > 0 && field === place.primary));
  const isWhole = isSorted && fieldsOf(query.selector).every(isOutside);
  const end = query.limit === undefined ? Number.POSITIVE_INFINITY : query.skip + query.limit;
  const { index: _, limit: __, skip: ___, ...plain } = query;
  const known = Object.fromEntries(Object.entries(query.selector).filter(([field]) => isOutside(field)));
  const sort: Query["sort"] = isSorted ? query.sort : [{ [place.primary]: "asc" }];
  const compare = getSortComparator(schema, query);
  const isMatch = getQueryMatcher(schema, query);
  return {
    isWhole,
    enough: isSorted ? end : Number.POSITIVE_INFINITY,
    ask(limit) {
      if (isWhole) return prepareQuery(inner, { ...plain, skip: query.skip, ...limited(query.limit) });
      return prepareQuery(inner, { selector: known, sort, skip: 0, ...limited(limit) });
    },
    matches: (row) => isMatch(row as RxDocumentData<Fields>),
    finish(rows) {
      const sorted = rows.sort((one, other) => compare(one, other));
      return isWhole ? sorted : sorted.slice(query.skip, end);
    },
  };
}

function limited(limit: number | undefined): { readonly limit?: number } {
  return limit === undefined ? {} : { limit };
}

/** All fields that a selector asks about. */
function fieldsOf(selector: object): string[] {
  return Object.entries(selector).flatMap(([field, condition]) => {
    if (!LOGICAL.includes(field)) return [field];
    return Array.isArray(condition) ? condition.flatMap((each: object) => fieldsOf(each)) : [field];
  });
}
