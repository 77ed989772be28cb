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
  /** By their numbers: the oldest first, or the newest. */
  readonly order: "oldest" | "newest";
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
  { collection, within, ways, order, projection }: ListSearch<Stored, unknown>,
  place: number | undefined,
  limit: number,
): Promise<readonly Stored[]> {
  const sign = order === "oldest" ? 1 : -1;
  const beyond = place === undefined ? [] : [{ id: sign === 1 ? { $gt: place } : { $lt: place } }];
  const parts = await Promise.all(
    ways.map(({ hint, found }) =>
      collection
        .find<Stored>({ $and: [found, within, ...beyond] } as unknown as Filter<Stored>, {
          hint,
          sort: { id: sign },
          limit,
          ...(projection && { projection }),
        })
        .toArray(),
    ),
  );
  if (parts.length === 1 && parts[0]) return parts[0];
  const byId = new Map(parts.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted((one, other) => sign * (one.id - other.id)).slice(0, limit);
}

/** Texts that begin with a prefix, as an index holds them. */
export function beginningWith(prefix: string): { readonly $gte: string; readonly $lt: string } {
  return { $gte: prefix, $lt: `${prefix}\u{10FFFF}` };
}
