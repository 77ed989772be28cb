import * as v from "valibot";

/** Rows that are named one by one, at most: those of a page. */
export const ROWS_NAMED = 200;

const Rows = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, "Malformed row numbers"),
  v.transform((text) => text.split(",").map(Number)),
  v.maxLength(ROWS_NAMED),
);

/** The number of a row of a list: where its next page goes on. */
export const RowPlace = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed row number"), v.transform(Number));

/** A day of a filter, by UTC. */
export const FilterDay = v.pipe(v.string(), v.isoDate());

/** By what operators narrow each of their lists. */
export const LIST_FILTERS = {
  /** What is searched for in all of the list. */
  find: v.optional(v.pipe(v.string(), v.maxLength(100)), ""),
  /** The list's own filter; whatever it does not know is all of it. */
  show: v.optional(v.pipe(v.string(), v.maxLength(40)), ""),
  /** These rows alone, by commas; nothing else is searched for then. */
  rows: v.optional(Rows),
};
export interface ListFilters {
  readonly find: string;
  readonly show: string;
  readonly rows?: number[] | undefined;
}

/** Where the next page of a list goes on; null for the last. */
export const NextRow = v.nullable(v.number());
