import type { ProposalOutput, ProposalsOutput, ProposalsQuery } from "#schemas/approvals.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type ListSearch, pageOf } from "#server/platform/lists/list-search.ts";
import { peopleMeant } from "#server/users/index.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { isOurs } from "./context.ts";
import { contentSaid } from "./said-content.ts";
import { type Proposal, proposalCollection } from "./store.ts";

const PAGE = 100;
const NUMBER = /^[1-9]\d{0,14}$/;

/** A page of proposals, newest first; of those that wait unless all are to be shown. */
export async function listProposals(
  runtime: Runtime,
  { before, ...filters }: ProposalsQuery,
  operatorId: number,
): Promise<ProposalsOutput> {
  const { rows, next } = await pageOf(await searchProposals(runtime, filters, operatorId), before, PAGE);
  return { proposals: [...rows], next };
}

/** Proposals, the newest first, none that was written past the server; searched in what they would do, as this operator reads it. */
export async function searchProposals(
  runtime: Runtime,
  { find, show, rows }: Omit<ProposalsQuery, "before">,
  operatorId: number,
): Promise<ListSearch<Proposal, ProposalOutput>> {
  const text = rows ? "" : find.trim();
  const words = await wordsFor(runtime, operatorId);
  const people = await peopleMeant(runtime, text);
  const isOf = ({ id, about, proposedBy }: Proposal, parties: ReadonlySet<number>): boolean =>
    [proposedBy, ...about].some((party) => parties.has(party)) || String(id) === text;
  const says = ({ says: english, content, reason }: Proposal): boolean =>
    hasWords([english, words.said(contentSaid(content)), reason], text);
  return {
    collection: proposalCollection(runtime.database),
    within: show === "all" ? {} : { isOpen: true },
    ways: rows
      ? [{ hint: "id_1", found: { id: { $in: [...rows] } } }]
      : [{ hint: show === "all" ? "id_1" : "isOpen_1_id_1", found: {} }],
    order: "newest",
    meant: async (found) => {
      const parties = await people.among(found.flatMap(({ about, proposedBy }) => [proposedBy, ...about]));
      const ours: Proposal[] = [];
      for (const proposal of found) {
        const isMeant = isOf(proposal, parties) || (!NUMBER.test(text) && says(proposal));
        if (isMeant && (await isOurs(runtime, proposal))) ours.push(proposal);
      }
      return ours;
    },
    describe: (found) => found.map(describeProposal),
  };
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
