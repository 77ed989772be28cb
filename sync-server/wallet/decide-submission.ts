import type { ClientSession } from "mongodb";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { moveSubmission } from "#server/platform/submissions/moves.ts";
import { approvalOf } from "#server/platform/submissions/seal-submission.ts";
import { HOUSE_USER, type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { type Act, type Approvals, type Authority, noteAct, refuseOwn } from "#server/approvals/index.ts";

/** Which operator decides, and why. */
interface Decider {
  readonly operatorId: number;
  readonly reason: string;
}

/**
 * Lets a held payment go. Throws `submission-unknown`, `submission-not-waiting`, `proposal-open`, `operator-frozen`, or `approval-own` for
 * one's own, or one that one's own wallet gets.
 */
export async function approveSubmission(
  runtime: Runtime,
  approvals: Approvals,
  id: number,
  by: Decider,
): Promise<ProposalOutput | null> {
  const { userId, steps } = await findWaiting(runtime, id, "held");
  const [step] = steps;
  const content = {
    kind: "approve-submission" as const,
    submissionId: id,
    userId,
    to: step && "to" in step ? step.to : null,
    amount: step && "amount" in step ? formatAmount(BigInt(step.amount)) : null,
    assetCode: step && "assetCode" in step ? step.assetCode : null,
  };
  return approvals.decide({ content, ...by });
}

/** Letting a held payment go: it has been looked at already when it was held, so that one operator's word is enough. */
export function approveAct(runtime: Runtime, kick: () => void): Act<ContentOf<"approve-submission">> {
  return {
    subject: ({ submissionId }) => `submission ${submissionId}`,
    about: async ({ submissionId }, session) => {
      const submission = await submissionCollection(runtime.database).findOne({ id: submissionId }, { session });
      return submission ? partiesTo(runtime.database, submission, session) : [];
    },
    ownCode: "approval-own",
    says: ({ submissionId, userId }) => `Payment ${submissionId} of user ${userId} is let go.`,
    whySecond: () => Promise.resolve(null),
    prepare: async ({ submissionId }) => {
      const held = await findWaiting(runtime, submissionId, "held");
      return async (session, by) => {
        await decideWithin(runtime, session, held, by, "created");
      };
    },
    afterwards: kick,
  };
}

/** Refuses a held payment: what it kept back is free again. Throws like {@link approveSubmission}. */
export async function refuseSubmission(runtime: Runtime, id: number, by: Decider): Promise<SubmissionDocument> {
  const held = await findWaiting(runtime, id, "held");
  return runtime.database.transaction(async (session) => {
    for (const userId of await partiesTo(runtime.database, held, session))
      refuseOwn(by.operatorId, userId, "approval-own");
    return decideWithin(runtime, session, held, by, "failed");
  });
}

async function decideWithin(
  runtime: Runtime,
  session: ClientSession,
  held: SubmissionDocument,
  by: Authority,
  to: "created" | "failed",
): Promise<SubmissionDocument> {
  const { id } = held;
  const { operatorId } = by;
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
