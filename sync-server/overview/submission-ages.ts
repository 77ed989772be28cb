import type { SubmissionState } from "#schemas/wallet.ts";
import type { Database } from "#server/platform/db/database.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";

/** The states in which something is still to be done. */
const UNDER_WAY = [
  "held",
  "created",
  "awaiting-signature",
  "signed",
  "submitted",
  "expired",
  "ambiguous",
] as const satisfies readonly SubmissionState[];

/** By state: how many there are, and when the oldest was accepted; null where there is none. */
export type SubmissionAges = ReadonlyMap<
  (typeof UNDER_WAY)[number],
  { readonly count: number; readonly oldest: Date | null }
>;

/** Counts what is under way, each state by its index. */
export async function readSubmissionAges(database: Database): Promise<SubmissionAges> {
  const submissions = submissionCollection(database);
  const read = async (state: (typeof UNDER_WAY)[number]) => {
    const [count, first] = await Promise.all([
      submissions.countDocuments({ state }),
      submissions.findOne({ state }, { sort: { id: 1 }, projection: { createdAt: 1 } }),
    ]);
    return [state, { count, oldest: first?.createdAt ?? null }] as const;
  };
  return new Map(await Promise.all(UNDER_WAY.map(read)));
}
