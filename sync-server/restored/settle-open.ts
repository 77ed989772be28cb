import { writeSaid } from "#schemas/said.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { moveAlone } from "#server/platform/submissions/moves.ts";
import { settleLanded } from "#server/platform/submissions/settle-landed.ts";
import { HOUSE_USER, type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { IN_FLIGHT_STATES, OPEN_STATES } from "#server/platform/submissions/transitions.ts";

const PAGE = 200;
const NOT_SENT = writeSaid("reason.restored");

type Context = Pick<Runtime, "database" | "clock">;

/**
 * Ends what was open in the backup by what the ledger holds of it since, all of which was read up to `readAt` (the network's time). What no ledger
 * holds, and none can hold any more, a person is told of instead: they may have confirmed it anew, or have taken it back, and nobody knows.
 * What the house owes is left to be paid: its reasons are still there, and are known by name. May be repeated.
 */
export async function settleOpen(context: Context, readAt: Date): Promise<void> {
  const filter = { state: { $in: [...OPEN_STATES, "held", "ambiguous"] } } as const;
  let after = 0;
  for (;;) {
    const page = await submissionCollection(context.database)
      .find({ ...filter, id: { $gt: after } }, { sort: { id: 1 }, limit: PAGE })
      .toArray();
    for (const submission of page) await settleOne(context, submission, readAt);
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? after;
  }
}

async function settleOne(context: Context, submission: SubmissionDocument, readAt: Date): Promise<void> {
  if (await settleLanded(context, submission)) return;
  const { state, userId, attempt, cosigning } = submission;
  const isInFlight = IN_FLIGHT_STATES.includes(state);
  // What its owner signs with us may come into a ledger a day later.
  if (isInFlight && (!attempt || attempt.maxTime >= readAt)) return;
  if (userId === HOUSE_USER) {
    const reason = "its bounds passed, and no ledger since the backup holds it";
    if (isInFlight) await moveAlone(context, submission, "expired", { reason });
    return;
  }
  const isUnsure = isInFlight || state === "created" || (state === "expired" && !cosigning);
  if (isUnsure) await moveAlone(context, submission, "failed", { reason: NOT_SENT });
}
