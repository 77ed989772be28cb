import type { Collection, Document, Filter } from "mongodb";

/** How many of something wait for a person, and since when the oldest does; null where none does. */
export interface Waiting {
  readonly count: number;
  readonly oldest: Date | null;
  /** When the newest of them came, where that is known. */
  readonly newest?: Date | null;
}

export const NOBODY_WAITS: Waiting = { count: 0, oldest: null };

/** Counts what waits, found by an index that is in the order of `id`; `since` is the field that says from when on. */
export async function countWaiting<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  since: keyof T & string,
): Promise<Waiting> {
  const projection = { _id: 0, [since]: 1 };
  const first = await collection.findOne<Document>(filter, { sort: { id: 1 }, projection });
  if (!first) return NOBODY_WAITS;
  const [count, last] = await Promise.all([
    collection.countDocuments(filter),
    collection.findOne<Document>(filter, { sort: { id: -1 }, projection }),
  ]);
  return { count, oldest: dateOf(first[since]), newest: dateOf(last?.[since]) };
}

function dateOf(value: unknown): Date | null {
  return value instanceof Date ? value : null;
}

/** What waits in several places, as one. */
export function together(all: readonly Waiting[]): Waiting {
  const times = all.flatMap(({ oldest }) => (oldest === null ? [] : [oldest.getTime()]));
  const last = all.flatMap(({ newest = null }) => (newest === null ? [] : [newest.getTime()]));
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    oldest: times.length === 0 ? null : new Date(Math.min(...times)),
    newest: last.length === 0 ? null : new Date(Math.max(...last)),
  };
}
