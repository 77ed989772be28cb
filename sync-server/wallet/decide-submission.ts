import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { moveSubmission } from "#server/platform/submissions/moves.ts";
import { approvalOf } from "#server/platform/submissions/seal-submission.ts";
import { HOUSE_USER, type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { noteAct, refuseOwn } from "#server/approvals/index.ts";

/** Payments that wait for an operator, oldest first. */
export function waitingSubmissions({ database }: Runtime): Promise<SubmissionDocument[]> {
  return submissionCollection(database)
    .find({ state: { $in: ["held", "ambiguous"] } }, { sort: { id: 1 }, limit: 500 })
    .toArray();
}

/** Which operator decides, and why. */
interface Decider {
  readonly operatorId: number;
  readonly reason: string;
}

/**
 * Lets a held payment go. Throws `submission-unknown`, `submission-not-waiting`, or `approval-own` for one's own, or one that
 * one's own wallet gets.
 */
export function approveSubmission(runtime: Runtime, id: number, by: Decider): Promise<SubmissionDocument> {
  return decideHeld(runtime, id, by, "created");
}

/** Refuses a held payment: what it kept back is free again. Throws like {@link approveSubmission}. */
export function refuseSubmission(runtime: Runtime, id: number, by: Decider): Promise<SubmissionDocument> {
  return decideHeld(runtime, id, by, "failed");
}

async function decideHeld(
  runtime: Runtime,
  id: number,
  by: Decider,
  to: "created" | "failed",
): Promise<SubmissionDocument> {
  const held = await findWaiting(runtime, id, "held");
  const { operatorId } = by;
  return runtime.database.transaction(async (session) => {
    for (const userId of await partiesTo(runtime.database, held, session))
      refuseOwn(operatorId, userId, "approval-own");
    const action = to === "created" ? "approve-submission" : "refuse-submission";
    const change = { before: { payment: id, state: "held" }, after: { payment: id, state: to } };
    await noteAct(runtime, session, by, { action, userId: held.userId, details: `payment ${id}`, change });
    const fields =
      to === "created"
        ? {
            reason: `approved by operator ${operatorId}`,
            approval: approvalOf(runtime.database, held, operatorId, runtime.clock.now()),
          }
        : { reason: by.reason };
    const moved = await moveSubmission(runtime, session, held, to, fields);
    if (!moved) throw new AppError("submission-not-waiting");
    return moved;
  });
}

/** The users whom a payment is about: whose it is, and whose wallets it pays. */
export async function partiesTo(
  database: Database,
  { userId, steps }: Pick<SubmissionDocument, "userId" | "steps">,
  session: ClientSession,
): Promise<readonly number[]> {
  const paid = steps.flatMap((step) => ("to" in step && typeof step.to === "string" ? [accountOf(step.to)] : []));
  const accounts = await accountCollection(database)
    .find({ _id: { $in: paid } }, { session, projection: { userId: 1 } })
    .toArray();
  const all = [userId, ...accounts.map((account) => account.userId)];
  return [...new Set(all)].filter((party) => party !== HOUSE_USER);
}

/** Throws `submission-unknown` or `submission-not-waiting`. */
export async function findWaiting(runtime: Runtime, id: number, state: SubmissionState): Promise<SubmissionDocument> {
  const submission = await findSubmission(runtime, id);
  if (submission.state !== state) throw new AppError("submission-not-waiting");
  return submission;
}

/** Throws `submission-unknown`. */
export async function findSubmission({ database }: Runtime, id: number): Promise<SubmissionDocument> {
  const submission = await submissionCollection(database).findOne({ id });
  if (!submission) throw new AppError("submission-unknown");
  return submission;
}
