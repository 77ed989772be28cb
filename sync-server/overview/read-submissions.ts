import type { SubmissionCounts } from "#schemas/overview.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { startOfDay } from "./days.ts";

/** What is under way by its state, and what became of the submissions accepted today. */
export function openSubmissionCounts({ database, clock }: Pick<Runtime, "database" | "clock">) {
  let first: { readonly dayMs: number; readonly id: number } | null = null;

  /** The number of the day's first submission; it is looked for once a day. */
  async function firstOfToday(): Promise<number> {
    const day = startOfDay(clock.now());
    if (first?.dayMs !== day.getTime()) first = { dayMs: day.getTime(), id: await firstIdSince(database, day) };
    return first.id;
  }

  return {
    async read(): Promise<SubmissionCounts> {
      const submissions = submissionCollection(database);
      const from = await firstOfToday();
      const count = (state: SubmissionState) => submissions.countDocuments({ state });
      const countToday = (state: SubmissionState) => submissions.countDocuments({ state, id: { $gte: from } });
      const [held, created, awaiting, signed, submitted, expired, ambiguous, confirmedToday, failedToday] =
        await Promise.all([
          count("held"),
          count("created"),
          count("awaiting-signature"),
          count("signed"),
          count("submitted"),
          count("expired"),
          count("ambiguous"),
          countToday("confirmed"),
          countToday("failed"),
        ]);
      return {
        held,
        created,
        "awaiting-signature": awaiting,
        signed,
        submitted,
        expired,
        ambiguous,
        confirmedToday,
        failedToday,
      };
    },
  };
}

/**
 * The number from which on submissions were accepted since then. Numbers are given out in the order of acceptance but for
 * moments, so that it is found by halves among them, and no index of times is kept by every payment.
 */
async function firstIdSince(database: Database, since: Date): Promise<number> {
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
