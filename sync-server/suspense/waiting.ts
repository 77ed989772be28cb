import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, together, type Waiting } from "#server/platform/db/waiting.ts";
import { suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import { isUnpaid, submissionCollection } from "#server/platform/submissions/submission.ts";

/** What arrived and nobody has said whose it is, and what was decided by a payment that failed. */
export async function waitingSuspense(database: Database): Promise<Waiting> {
  const items = suspenseCollection(database);
  const [open, decided] = await Promise.all([
    countWaiting(items, { isSettled: false, state: "open" }, "arrivedAt"),
    items.find({ isSettled: false, state: { $in: ["claimed", "returned"] } }).toArray(),
  ]);
  const ids = decided.flatMap(({ submissionId }) => (submissionId === null ? [] : [submissionId]));
  const payments = await submissionCollection(database)
    .find({ id: { $in: ids } }, { projection: { _id: 0, id: 1, state: 1, foundAs: 1 } })
    .toArray();
  const unpaid = new Set(payments.filter(isUnpaid).map(({ id }) => id));
  const failed = decided
    .filter(({ submissionId }) => submissionId !== null && unpaid.has(submissionId))
    .map(({ arrivedAt }) => ({ count: 1, oldest: arrivedAt }));
  return together([open, ...failed]);
}
