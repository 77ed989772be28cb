import type { ClientSession } from "mongodb";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import type { ResolutionInput } from "#schemas/wallet.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { releaseForgotten } from "#server/platform/ingest/resync.ts";
import { type LedgerAnswer, NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { moveSubmission } from "#server/platform/submissions/moves.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { LOOKED_INTO } from "#server/platform/submissions/tell-owner.ts";
import { findWaiting, partiesTo } from "./decide-submission.ts";

export interface ResolveDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
}

type Found = Extract<LedgerAnswer, { readonly kind: "found" }>;

/**
 * Settles an ambiguous payment by an operator's evidence, which stays with the operators; what our own node cannot show needs a
 * second operator, and is proposed. Throws `submission-unknown`, `submission-not-waiting`, `approval-own`,
 * `resolution-contradicted`, `network-unreachable`, `proposal-open`, `operator-frozen`.
 */
export async function resolveSubmission(
  { runtime, network }: ResolveDeps,
  approvals: Approvals,
  id: number,
  operatorId: number,
  resolution: ResolutionInput,
): Promise<ProposalOutput | null> {
  const ambiguous = await findWaiting(runtime, id, "ambiguous");
  const found = await lookUp(network, ambiguous);
  refuseContradicted(resolution, found);
  const { userId } = ambiguous;
  const content = {
    kind: "resolve-submission" as const,
    submissionId: id,
    userId,
    resolution,
    isProven: found !== null,
  };
  return approvals.decide({ content, operatorId, reason: resolution.evidence });
}

/** What our nodes have of any envelope of a submission that there was; null where they have none. */
async function lookUp(
  network: StellarNetwork,
  { attempt, formerHashes, missed }: SubmissionDocument,
): Promise<Found | null> {
  const all = [attempt?.hash, attempt?.innerHash, ...formerHashes].filter((hash) => typeof hash === "string");
  try {
    const answers = await Promise.all(all.map((hash) => network.transaction(hash)));
    // That it missed before, by whichever of its bids, says nothing of what was made of it since, which is of a later ledger.
    const found = answers.filter((answer) => answer.kind === "found").filter(({ ledger }) => ledger !== missed?.ledger);
    return found.find(({ isSuccessful }) => isSuccessful) ?? found[0] ?? null;
  } catch (cause) {
    if (!(cause instanceof NetworkError)) throw cause;
    throw new AppError("network-unreachable", {}, { cause });
  }
}

/** Throws `resolution-contradicted` where the ledger that our nodes have says otherwise. */
function refuseContradicted(resolution: ResolutionInput, found: Found | null): void {
  if (!found) return;
  const { isSuccessful, ledger } = found;
  const isSame = resolution.outcome === "confirmed" ? isSuccessful && ledger === resolution.ledger : !isSuccessful;
  if (isSame) return;
  throw new AppError("resolution-contradicted", { ledger, found: isSuccessful ? "successful" : "failed" });
}

/** Settling what is ambiguous: what our node shows on one operator's word, all else on two. */
export function resolveAct({ runtime, network }: ResolveDeps): Act<ContentOf<"resolve-submission">> {
  return {
    subject: ({ submissionId }) => `submission ${submissionId}`,
    about: async ({ submissionId }, session) => {
      const submission = await submissionCollection(runtime.database).findOne({ id: submissionId }, { session });
      return submission ? partiesTo(runtime.database, submission, session) : [];
    },
    ownCode: "approval-own",
    says: ({ submissionId, userId, resolution }) => {
      const whose = userId === 0 ? "of the house" : `of user ${userId}`;
      return resolution.outcome === "confirmed"
        ? `Payment ${submissionId} ${whose} counts as confirmed by ledger ${resolution.ledger}.`
        : `Payment ${submissionId} ${whose} counts as failed, and its money is free to be spent again.`;
    },
    whySecond: ({ isProven }) => Promise.resolve(isProven ? null : "Our own node has no ledger that shows it."),
    prepare: async ({ submissionId, resolution }) => {
      const ambiguous = await findWaiting(runtime, submissionId, "ambiguous");
      refuseContradicted(resolution, await lookUp(network, ambiguous));
      return async (session, by) => {
        const { userId } = ambiguous;
        const said = resolution.outcome === "confirmed" ? `confirmed by ledger ${resolution.ledger}` : "failed";
        const details = `payment ${submissionId}: ${said}`;
        await noteAct(runtime, session, by, {
          action: "resolve-submission",
          userId: userId === 0 ? null : userId,
          details,
          change: {
            before: { payment: submissionId, state: "ambiguous" },
            after: { payment: submissionId, state: resolution.outcome },
          },
        });
        const evidence = { operatorId: by.operatorId, text: resolution.evidence };
        await settleByHand(runtime, session, ambiguous, resolution, evidence);
      };
    },
    afterwards: () => releaseForgotten(runtime),
  };
}

/**
 * Moves it. A confirmed one keeps its money back until ingestion has the balance of its ledger; where that is past,
 * {@link releaseForgotten} lets it go. Throws `submission-not-waiting`.
 */
export async function settleByHand(
  runtime: Runtime,
  session: ClientSession,
  ambiguous: SubmissionDocument,
  resolution: ResolutionInput,
  evidence: { readonly operatorId: number; readonly text: string },
): Promise<void> {
  const fields =
    resolution.outcome === "confirmed"
      ? { reason: "an operator found the ledger that holds it", ledger: resolution.ledger }
      : { reason: LOOKED_INTO };
  const moved = await moveSubmission(runtime, session, ambiguous, resolution.outcome, { ...fields, evidence });
  if (!moved) throw new AppError("submission-not-waiting");
}
