import type { Database } from "#server/platform/db/database.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { OPEN_STATES } from "#server/platform/submissions/transitions.ts";
import { eventually } from "#tests/support/app.ts";

const LOOK_MS = 50;
const TIMEOUT_MS = 10 * 60 * 1000;

/** Waits until nothing is open; throws unless all with such a key were confirmed. */
export async function untilConfirmed(database: Database, keys: RegExp, count: number): Promise<void> {
  const submissions = submissionCollection(database);
  await eventually(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
    return (await submissions.findOne({ state: { $in: [...OPEN_STATES] } }, { projection: { id: 1 } })) === null;
  }, TIMEOUT_MS);
  const confirmed = await submissions.countDocuments({ idempotencyKey: keys, state: "confirmed" });
  if (confirmed !== count) throw new Error(`${confirmed} of ${count} payments were confirmed`);
}
