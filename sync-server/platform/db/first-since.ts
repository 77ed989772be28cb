import type { Database } from "./database.ts";

interface Numbered {
  readonly id: number;
  readonly createdAt: Date;
}

/** Numbers tell the order of documents but for moments. */
export const OUT_OF_ORDER_MS = 60_000;
/** From a guess, steps of so many numbers and each so many times as long as the last. */
const LEAST_STEP = 16;
const LONGER = 4;
/** So many more documents are read at once as soon as a step between them is made. */
const NEAR = 200;

/**
 * The number from which on documents of a collection came since then. Numbers are given out in the order of `createdAt` but for
 * moments, so that it is found among them, and no index of times is kept.
 */
export async function firstIdSince(database: Database, name: string, since: Date): Promise<number> {
  return (await firstIdAround(database, name, since, 1)).latest;
}

/** Numbers between which, or at which, the first document since a time is. */
interface Around {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * The same, no more exactly than to `within` numbers: who reads these documents by their times anyway reads as many more at once sooner
 * than each of some steps between them.
 */
export async function firstIdAround(database: Database, name: string, since: Date, within = NEAR): Promise<Around> {
  const projection = { _id: 0, id: 1, createdAt: 1 };
  const documents = database.collection<Numbered>(name);
  const end = (order: 1 | -1) => documents.findOne({}, { sort: { id: order }, projection });
  const [first, last] = await Promise.all([end(1), end(-1)]);
  if (!first || !last || last.createdAt < since) {
    const after = (last?.id ?? 0) + 1;
    return { earliest: after, latest: after };
  }
  let [low, high]: [Numbered, Numbered] = [{ ...first, id: first.id - 1 }, last];
  const isFound = () => high.id - low.id <= within;
  /** Whether what is there came before. */
  async function look(id: number): Promise<boolean> {
    const found = await documents.findOne({ id: { $gte: id } }, { sort: { id: 1 }, projection });
    if (found && found.createdAt < since) {
      low = found;
      return true;
    }
    high = { id, createdAt: found?.createdAt ?? high.createdAt };
    return false;
  }
  while (!isFound()) {
    // Where they come evenly the guess is nearly right, and what was meant a few steps from it.
    const isBefore = await look(guessBetween(low, high, since));
    for (let step = Math.max(within, LEAST_STEP), isSame = true; isSame && !isFound(); step *= LONGER) {
      const next = isBefore ? Math.min(low.id + step, high.id - 1) : Math.max(high.id - step, low.id + 1);
      isSame = (await look(next)) === isBefore;
    }
    // Where they do not, halves find it.
    if (!isFound()) await look(Math.floor((low.id + high.id) / 2));
  }
  return { earliest: low.id + 1, latest: high.id };
}

/** Between the two, and none of them. */
function guessBetween(low: Numbered, high: Numbered, since: Date): number {
  const [from, to] = [low.createdAt.getTime(), high.createdAt.getTime()];
  const share = to > from ? (since.getTime() - from) / (to - from) : 0.5;
  const guess = low.id + Math.round((high.id - low.id) * share);
  return Math.min(Math.max(guess, low.id + 1), high.id - 1);
}
