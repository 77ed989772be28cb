import type { SubmissionCounts } from "#schemas/overview.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { firstIdSince } from "#server/platform/db/first-since.ts";
import { SUBMISSIONS, submissionCollection } from "#server/platform/submissions/submission.ts";
import { startOfDay } from "./days.ts";

/** What is under way by its state, and what became of the submissions accepted today. */
export function openSubmissionCounts({ database, clock }: Pick<Runtime, "database" | "clock">) {
  let first: { readonly dayMs: number; readonly id: number } | null = null;

  /** The number of the day's first submission; it is looked for once a day. */
  async function firstOfToday(): Promise<number> {
    const day = startOfDay(clock.now());
    if (first?.dayMs !== day.getTime())
      first = { dayMs: day.getTime(), id: await firstIdSince(database, SUBMISSIONS, day) };
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
