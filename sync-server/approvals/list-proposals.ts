import type { ProposalOutput, ProposalsOutput, ProposalsQuery } from "#schemas/approvals.ts";
import type { InferOutput } from "valibot";
import { inParts } from "#server/platform/db/in-parts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isOurs } from "./context.ts";
import { type Proposal, proposalCollection } from "./store.ts";

const PAGE = 100;

/** A page of proposals, newest first; of those that wait unless all are asked for. None that was written past the server. */
export async function listProposals(
  runtime: Runtime,
  { state, before }: InferOutput<typeof ProposalsQuery>,
): Promise<ProposalsOutput> {
  const stored = await proposalCollection(runtime.database)
    .find({ ...(state === "waiting" && { isOpen: true }), ...(before !== undefined && { id: { $lt: before } }) })
    .sort({ id: -1 })
    .limit(PAGE)
    .toArray();
  const proposals: ProposalOutput[] = [];
  for (const proposal of stored) if (await isOurs(runtime, proposal)) proposals.push(describeProposal(proposal));
  return { proposals };
}

/** All of them, or those that wait, some at a time. */
export async function* eachProposal(
  runtime: Runtime,
  state: InferOutput<typeof ProposalsQuery>["state"],
): AsyncGenerator<readonly ProposalOutput[]> {
  const stored = inParts(proposalCollection(runtime.database), state === "waiting" ? { isOpen: true } : {});
  for await (const part of stored) {
    const ours: ProposalOutput[] = [];
    for (const proposal of part) if (await isOurs(runtime, proposal)) ours.push(describeProposal(proposal));
    yield ours;
  }
}

/** As operators see it. */
export function describeProposal(proposal: Proposal): ProposalOutput {
  const { id, content, says, why, about, reason, digest, state, proposedBy, approvedBy, endedBy, ending } = proposal;
  return {
    id,
    content,
    says,
    why,
    reason,
    digest,
    state,
    proposedBy,
    approvedBy,
    endedBy,
    ending,
    userId: about[0] ?? null,
    proposedAt: proposal.proposedAt.toISOString(),
    expiresAt: proposal.expiresAt.toISOString(),
    approvedAt: proposal.approvedAt?.toISOString() ?? null,
    carriedOutFrom: proposal.carriedOutFrom?.toISOString() ?? null,
    endedAt: proposal.endedAt?.toISOString() ?? null,
  };
}
