import type { Collection, Document, Filter } from "mongodb";

/** A way to some rows of a list, by an index. */
export interface Way<Stored> {
  readonly hint: string;
  readonly found: Filter<Stored>;
}

/** Which rows of a list of operators are meant, and how they are found. */
export interface ListSearch<Stored extends Document & { readonly id: number }, Row> {
  readonly collection: Collection<Stored>;
  /** The rows of the list, as its filters say. */
  readonly within: Filter<Stored>;
  /** All ways to what is meant, each row once however many lead to it; one way is to look through the list in its order. */
  readonly ways: readonly Way<Stored>[];
  /** By their numbers, and before that by the date of `since` where there is one: the oldest first, or the newest. */
  readonly order: "oldest" | "newest";
  readonly since?: keyof Stored & string;
  /** Of rows that were found, those that are meant; absent where each of them is. */
  readonly meant?: (rows: readonly Stored[]) => Promise<readonly Stored[]>;
  readonly projection?: Document;
  readonly describe: (rows: readonly Stored[]) => Promise<readonly Row[]> | readonly Row[];
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly next: number | null;
}

/** Rows looked at for one page where not each of them may be meant: what was found by then is answered, and where to go on. */
export const MOST_LOOKED_AT = 5000;
const MOST_AT_ONCE = 1000;
/** Rows that are held at a time where all are read. */
const PART = 500;

/** One page of what is meant, at most `size`, after the row of that number. */
export async function pageOf<Stored extends Document & { readonly id: number }, Row>(
  search: ListSearch<Stored, Row>,
  after: number | undefined,
  size: number,
): Promise<ListPage<Row>> {
  const found: Stored[] = [];
  let place = after;
  // One more than a page tells whether there is another.
  let wanted = size + 1;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; wanted = Math.min(wanted * 2, MOST_AT_ONCE)) {
    const looked = await rowsAfter(search, place, wanted);
    found.push(...(search.meant ? await search.meant(looked) : looked));
    const shown = found.slice(0, size);
    if (found.length > size) return { rows: await search.describe(shown), next: shown.at(-1)?.id ?? null };
    const last = looked.at(-1);
    if (looked.length < wanted || !last) return { rows: await search.describe(shown), next: null };
    place = last.id;
    lookedAt += looked.length;
  }
  return { rows: await search.describe(found), next: place ?? null };
}

/** All that is meant, some at a time; nothing is kept open between two parts. */
export async function* eachMeant<Stored extends Document & { readonly id: number }, Row>(
  search: ListSearch<Stored, Row>,
): AsyncGenerator<readonly Row[]> {
  for (let place: number | undefined; ;) {
    const looked: readonly Stored[] = await rowsAfter(search, place, PART);
    const meant = search.meant ? await search.meant(looked) : looked;
    if (meant.length > 0) yield await search.describe(meant);
    const last = looked.at(-1);
    if (looked.length < PART || !last) return;
    place = last.id;
  }
}

/** How many are meant. None of them is told of. */
export async function countMeant<Stored extends Document & { readonly id: number }>(
  search: ListSearch<Stored, unknown>,
): Promise<number> {
  let count = 0;
  for (let place: number | undefined; ;) {
    const looked: readonly Stored[] = await rowsAfter(search, place, PART);
    count += (search.meant ? await search.meant(looked) : looked).length;
    const last = looked.at(-1);
    if (looked.length < PART || !last) return count;
    place = last.id;
  }
}

async function rowsAfter<Stored extends Document & { readonly id: number }>(
  search: ListSearch<Stored, unknown>,
  place: number | undefined,
  limit: number,
): Promise<readonly Stored[]> {
  const { collection, within, ways, order, since, projection } = search;
  const sign = order === "oldest" ? 1 : -1;
  const beyond = place === undefined ? [] : [await beyondOf(search, place)];
  const parts = await Promise.all(
    ways.map(({ hint, found }) =>
      collection
        .find<Stored>({ $and: [found, within, ...beyond] } as unknown as Filter<Stored>, {
          hint,
          sort: { ...(since && { [since]: sign }), id: sign },
          limit,
          ...(projection && { projection }),
        })
        .toArray(),
    ),
  );
  if (parts.length === 1 && parts[0]) return parts[0];
  const byId = new Map(parts.flat().map((row) => [row.id, row]));
  const apart = (one: Stored, other: Stored) =>
    (since ? Number(one[since]) - Number(other[since]) : 0) || one.id - other.id;
  return [...byId.values()].toSorted((one, other) => sign * apart(one, other)).slice(0, limit);
}

/** What comes after a row in the list's order; of one that is gone, by its number alone. */
async function beyondOf<Stored extends Document & { readonly id: number }>(
  { collection, order, since }: ListSearch<Stored, unknown>,
  place: number,
): Promise<object> {
  const after = order === "oldest" ? "$gt" : "$lt";
  const byNumber = { id: { [after]: place } };
  if (since === undefined) return byNumber;
  const row = await collection.findOne<Stored>({ id: place } as Filter<Stored>);
  if (!row) return byNumber;
  return { $or: [{ [since]: { [after]: row[since] } }, { [since]: row[since], ...byNumber }] };
}

/** Texts that begin with a prefix, as an index holds them. */
export function beginningWith(prefix: string): { readonly $gte: string; readonly $lt: string } {
  return { $gte: prefix, $lt: `${prefix}\u{10FFFF}` };
}
