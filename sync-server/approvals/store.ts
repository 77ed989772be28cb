import { createHash } from "node:crypto";
import type { ClientSession, Collection, Document } from "mongodb";
import * as v from "valibot";
import { ProposalContent, type ProposalState } from "#schemas/approvals.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { Migration } from "#server/platform/db/migrate.ts";

/** What an operator proposed, and what became of it. What is proposed never changes; only how it stands does. */
export interface Proposal extends Document {
  readonly id: number;
  /** What it is about, such as `deposit 5`: of two about the same one has to be decided first. */
  readonly subject: string;
  readonly content: ProposalContent;
  readonly says: string;
  readonly why: string;
  /** Users whom it is about: none of them decides about it. */
  readonly about: readonly number[];
  readonly reason: string;
  readonly digest: string;
  readonly proposedBy: number;
  readonly proposedAt: Date;
  /** In those from before nobody confirmed their own. */
  readonly confirmableFrom?: Date;
  readonly expiresAt: Date;
  readonly state: ProposalState;
  /** Whether it can still be decided or stopped. */
  readonly isOpen: boolean;
  readonly approvedBy: number | null;
  readonly approvedAt: Date | null;
  readonly carriedOutFrom: Date | null;
  readonly endedBy: number | null;
  readonly endedAt: Date | null;
  readonly ending: string;
  readonly version: number;
  readonly seal?: string;
}

/** What is fixed when it is proposed. */
export type ProposalTerms = Pick<
  Proposal,
  "id" | "subject" | "content" | "about" | "reason" | "proposedBy" | "proposedAt" | "confirmableFrom" | "expiresAt"
>;
export type Standing = Partial<
  Pick<Proposal, "approvedBy" | "approvedAt" | "carriedOutFrom" | "endedBy" | "endedAt" | "ending">
>;

export const PROPOSALS = "proposals";
const OPEN_STATES: readonly ProposalState[] = ["proposed", "approved"];

export function proposalCollection(database: Database): Collection<Proposal> {
  return database.collection<Proposal>(PROPOSALS);
}

/** By what is fixed: whoever approves names it, so that nobody agrees to anything else than what they were shown. */
export function digestOf(terms: ProposalTerms): string {
  const { id, subject, about, reason, proposedBy, proposedAt, confirmableFrom, expiresAt } = terms;
  const parsed = v.safeParse(ProposalContent, terms.content);
  const content = parsed.success ? asStored(parsed.output, terms.content) : terms.content;
  const fixed = [id, subject, content, about, reason, proposedBy, proposedAt, confirmableFrom, expiresAt];
  return createHash("sha256").update(JSON.stringify(fixed)).digest("hex");
}

/** In the order of its schema, without what became part of it later: what was proposed before stays what it was. */
function asStored(parsed: unknown, stored: unknown): unknown {
  if (!isFields(parsed) || !isFields(stored)) return parsed;
  const kept = Object.entries(parsed).filter(([name]) => Object.hasOwn(stored, name));
  return Object.fromEntries(kept.map(([name, value]) => [name, asStored(value, stored[name])]));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What was proposed, how it stands and who said so. */
export const PROPOSAL_KIND: SealedKind<Proposal> = {
  collection: PROPOSALS,
  contentOf: (proposal) => {
    const { state, approvedBy, approvedAt, carriedOutFrom } = proposal;
    return { fixed: digestOf(proposal), state, approvedBy, approvedAt, carriedOutFrom };
  },
};

/** Keeps what an operator proposed. */
export async function insertProposal(
  database: Database,
  session: ClientSession,
  terms: ProposalTerms & Pick<Proposal, "says" | "why">,
): Promise<Proposal> {
  const proposal: Proposal = {
    ...terms,
    digest: digestOf(terms),
    state: "proposed",
    isOpen: true,
    approvedBy: null,
    approvedAt: null,
    carriedOutFrom: null,
    endedBy: null,
    endedAt: null,
    ending: "",
    version: 1,
  };
  await proposalCollection(database).insertOne(
    { ...proposal, seal: sealRow(database, PROPOSAL_KIND, proposal) },
    { session },
  );
  return proposal;
}

/** Moves a proposal on, if it still is as it was read; null when somebody else was quicker. Nothing else changes one. */
export function moveProposal(
  database: Database,
  session: ClientSession,
  seen: Proposal,
  state: ProposalState,
  standing: Standing,
): Promise<Proposal | null> {
  const seal = sealRow(database, PROPOSAL_KIND, { ...seen, ...standing, state });
  return proposalCollection(database).findOneAndUpdate(
    { id: seen.id, version: seen.version, state: seen.state },
    { $set: { ...standing, state, isOpen: OPEN_STATES.includes(state), seal }, $inc: { version: 1 } },
    { session, returnDocument: "after" },
  );
}

export const proposalIndexes: Migration = {
  number: 56,
  name: "operators' proposals by number, one open per subject",
  run: async (database) => {
    await proposalCollection(database).createIndexes([
      { key: { id: 1 }, unique: true },
      { key: { subject: 1 }, unique: true, partialFilterExpression: { isOpen: true }, name: "one_open" },
      { key: { isOpen: 1, id: 1 } },
    ]);
  },
};
