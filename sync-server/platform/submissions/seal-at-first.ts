import type { Database } from "#server/platform/db/database.ts";
import { envelopeOf } from "./envelope.ts";
import { feeBoundOf, sealSubmission } from "./seal-submission.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";
import { FINAL_STATES } from "./transitions.ts";

/** Seals what was accepted before there were seals and is not settled: what is settled is never signed again, so it needs none. */
export async function sealSubmissionsAtFirst(database: Database): Promise<void> {
  const submissions = submissionCollection(database);
  const open = { seal: { $exists: false }, state: { $nin: [...FINAL_STATES] } };
  for await (const submission of submissions.find(open)) {
    const { id, state } = submission;
    const known = {
      feeBound: String(feeBoundOf(submission)),
      needsApproval: state === "held",
      ...formerlyOf(submission),
    };
    const seal = sealSubmission(database, { ...submission, ...known });
    await submissions.updateOne({ id, seal: { $exists: false } }, { $set: { ...known, seal } });
  }
}

/** What its owner has yet to sign bears no signature of ours. */
function formerlyOf(submission: SubmissionDocument): Pick<SubmissionDocument, "formerly"> {
  const { attempt, state } = submission;
  if (!attempt || state === "awaiting-signature") return {};
  return { formerly: envelopeOf(submission, attempt, attempt.innerHash ?? attempt.hash) };
}
