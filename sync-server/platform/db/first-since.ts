import type { Database } from "#server/platform/db/database.ts";
import { submissionCollection } from "./submission.ts";

/**
 * The number from which on submissions were accepted since then. Numbers are given out in the order of acceptance but for
 * moments, so that it is found by halves among them, and no index of times is kept by every payment.
 */
export async function firstIdSince(database: Database, since: Date): Promise<number> {
  const submissions = submissionCollection(database);
  const atOrAfter = (id: number) =>
    submissions.findOne({ id: { $gte: id } }, { sort: { id: 1 }, projection: { _id: 0, id: 1, createdAt: 1 } });
  const last = await submissions.findOne({}, { sort: { id: -1 }, projection: { _id: 0, id: 1, createdAt: 1 } });
  if (!last || last.createdAt < since) return (last?.id ?? 0) + 1;
  let low = 1;
  let high = last.id;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await atOrAfter(middle);
    if (!found || found.createdAt >= since) high = middle;
    else low = found.id + 1;
  }
  return low;
}
