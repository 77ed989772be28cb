import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { PERMISSION_OF_PROPOSAL, type ProposalContent, type ProposalState } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { readSaid } from "#schemas/said.ts";
import { say } from "#schemas/say.ts";
import type { OperatorActionKind } from "#schemas/security.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify, notifyAll } from "#server/platform/notifications/notify.ts";
import { type Change, noteOperatorAction } from "./operator-actions.ts";
import { readSecurityWithin } from "#server/users/index.ts";
import type { Bound } from "./acts.ts";
import { holdersOf } from "./holders.ts";
import { contentSaid } from "./said-content.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { moveProposal, type Proposal, PROPOSAL_KIND, proposalCollection, type Standing } from "./store.ts";

/** What deciding needs: the server, and how each kind is carried out. */
export interface Context {
  readonly runtime: Runtime;
  readonly bound: (content: ProposalContent) => Bound;
}

/** Throws `proposal-unknown`, also for one that was written past the server. */
export async function findProposal({ runtime }: Context, id: number, session: ClientSession | null): Promise<Proposal> {
  const proposal = await proposalCollection(runtime.database).findOne({ id }, inSession(session));
  if (!proposal) throw new AppError("proposal-unknown");
  if (await isOurs(runtime, proposal)) return proposal;
  throw new AppError("proposal-unknown");
}

/** Whether the server wrote this proposal; where it did not, operators are told, and nothing comes of it. */
export async function isOurs(runtime: Runtime, proposal: Proposal): Promise<boolean> {
  if (isRowSealed(runtime.database, PROPOSAL_KIND, proposal)) return true;
  const { id } = proposal;
  await tellForged(runtime, `proposal ${id}`, { proposal: id });
  return false;
}

/** Throws `proposal-decided` where somebody else was quicker. */
export async function moveOn(
  { runtime }: Context,
  session: ClientSession,
  seen: Proposal,
  state: ProposalState,
  standing: Standing,
): Promise<Proposal> {
  const moved = await moveProposal(runtime.database, session, seen, state, standing);
  if (!moved) throw new AppError("proposal-decided");
  return moved;
}

/** Records what an operator did about a proposal. */
export async function noteDecision(
  { runtime }: Context,
  session: ClientSession,
  proposal: Pick<Proposal, "id" | "about" | "says" | "proposedBy">,
  decision: {
    readonly operatorId: number;
    readonly action: OperatorActionKind;
    readonly reason: string;
    readonly why?: string;
    readonly change: Change;
  },
): Promise<void> {
  const { id, about, says, proposedBy } = proposal;
  const { why, ...noted } = decision;
  const whose = noted.operatorId === proposedBy ? "" : ` of operator ${proposedBy}`;
  const details = [`proposal ${id}${whose}: ${says}`, ...(why === undefined ? [] : [why])].join(" ");
  await noteOperatorAction(runtime, session, { ...noted, userId: about[0] ?? null, details });
}

/** A frozen operator decides nothing. Throws `operator-frozen`. */
export async function refuseFrozen({ runtime }: Context, session: ClientSession, operatorId: number): Promise<void> {
  const { isFrozen } = await readSecurityWithin(runtime, session, operatorId);
  if (isFrozen === true) throw new AppError("operator-frozen");
}

/** Tells every operator who may decide it of what was proposed, in the app, by push and by mail. */
export async function tellOperators({ runtime }: Context, session: ClientSession, proposal: Proposal): Promise<void> {
  const { id, content, proposedBy } = proposal;
  const holders = await holdersOf(runtime.database, session, PERMISSION_OF_PROPOSAL[proposal.content.kind]);
  const told = { kind: "approval-wanted" as const, cause: `proposal ${id}` };
  const detail = say("said.proposal", { id, proposedBy, says: contentSaid(content) });
  await notifyAll(
    runtime,
    session,
    holders.map(({ id: userId }) => ({ userId, ...told, detail })),
  );
}

/** How a proposal ended, and why where somebody or something stood against it: in words, or by code and facts. */
type Ended = { readonly how: "approved" | "expired" } | { readonly how: "rejected" | "void"; readonly why: string };

/** Tells whoever proposed it how it ended. */
export async function tellProposer(
  { runtime }: Context,
  session: ClientSession,
  { id, proposedBy, content }: Proposal,
  ended: Ended,
): Promise<void> {
  const says = contentSaid(content);
  const detail = say(`said.proposal-${ended.how}`, { id, says, ...("why" in ended && { why: whole(ended.why) }) });
  await notify(runtime, session, { userId: proposedBy, kind: "approval-ended", cause: `${id} ${ended.how}`, detail });
}

/** Words as a sentence of their own; code and facts are one. */
function whole(words: string): string {
  return readSaid(words) === null ? `${words.replace(/\.$/, "")}.` : words;
}
