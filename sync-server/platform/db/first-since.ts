import type { Database } from "./database.ts";

interface Numbered {
  readonly id: number;
  readonly createdAt: Date;
}

/** Numbers tell the order of documents but for moments. */
export const OUT_OF_ORDER_MS = 60_000;

/**
 * The number from which on documents of a collection came since then. Numbers are given out in the order of `createdAt` but for
 * moments, so that it is found among them, and no index of times is kept.
 */
export async function firstIdSince(database: Database, name: string, since: Date): Promise<number> {
  const projection = { _id: 0, id: 1, createdAt: 1 };
  const documents = database.collection<Numbered>(name);
  const end = (order: 1 | -1) => documents.findOne({}, { sort: { id: order }, projection });
  const [first, last] = await Promise.all([end(1), end(-1)]);
  if (!first || !last || last.createdAt < since) return (last?.id ?? 0) + 1;
  let [low, high]: [Numbered, Numbered] = [{ ...first, id: first.id - 1 }, last];
  // Where they come evenly the first guesses are nearly right; where they do not, halves find it.
  for (let isGuess = true; high.id - low.id > 1; isGuess = !isGuess) {
    const id = isGuess ? guessBetween(low, high, since) : Math.floor((low.id + high.id) / 2);
    const found = await documents.findOne({ id: { $gte: id } }, { sort: { id: 1 }, projection });
    if (!found || found.createdAt >= since) high = { id, createdAt: found?.createdAt ?? high.createdAt };
    else low = found;
  }
  return high.id;
}

/** Between the two, and none of them. */
function guessBetween(low: Numbered, high: Numbered, since: Date): number {
  const [from, to] = [low.createdAt.getTime(), high.createdAt.getTime()];
  const share = to > from ? (since.getTime() - from) / (to - from) : 0.5;
  const guess = low.id + Math.round((high.id - low.id) * share);
  return Math.min(Math.max(guess, low.id + 1), high.id - 1);
}
