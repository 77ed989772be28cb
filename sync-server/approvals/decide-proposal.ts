import type { ClientSession } from "mongodb";
import { PERMISSION_OF_PROPOSAL, type ProposalOutput, type ProposalState } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { refuseOwn } from "./own.ts";
import type { Bound, CarryOut } from "./acts.ts";
import { orVoid, refuseGone } from "./carry-out.ts";
import { type Context, findProposal, moveOn, noteDecision, refuseFrozen, tellProposer } from "./context.ts";
import { type Holder, requireHolder } from "./holders.ts";
import { describeProposal } from "./list-proposals.ts";
import { digestOf, type Proposal } from "./store.ts";

export interface Approval {
  readonly id: number;
  readonly operatorId: number;
  /** Of what the operator was shown. */
  readonly digest: string;
  readonly reason: string;
}

/** See {@link Approvals.approve}. */
export async function approveProposal(context: Context, approval: Approval): Promise<ProposalOutput> {
  const { database } = context.runtime;
  const { id } = approval;
  // Before anything is asked outside: whoever may not, triggers none of it, and ends nothing by what is answered there.
  const seen = await orVoid(context, id, () =>
    database.transaction((session) => findApprovable(context, session, approval)),
  );
  const act = context.bound(seen.content);
  const approved = await orVoid(context, id, async () => {
    const carryOut = act.delayMs === null ? await act.prepare() : null;
    return database.transaction((session) => approveWithin(context, session, approval, act, carryOut));
  });
  if (act.delayMs === null) await act.afterwards();
  return describeProposal(approved);
}

/** The proposal that this operator may approve now, as they were shown it. Whoever may not decide it is not told how it stands. */
async function findApprovable(
  context: Context,
  session: ClientSession,
  { id, operatorId, digest }: Approval,
): Promise<Proposal> {
  const { database, clock } = context.runtime;
  const proposal = await findProposal(context, id, session);
  const approver = await requireHolder(database, session, operatorId, PERMISSION_OF_PROPOSAL[proposal.content.kind]);
  if (proposal.state !== "proposed" || proposal.expiresAt <= clock.now()) throw new AppError("proposal-decided");
  if (digestOf(proposal) !== digest || proposal.digest !== digest) throw new AppError("proposal-changed");
  await refuseApprover(context, session, proposal, approver);
  return proposal;
}

/** `carryOut` is null where it waits after its approval. */
async function approveWithin(
  context: Context,
  session: ClientSession,
  approval: Approval,
  act: Bound,
  carryOut: CarryOut | null,
): Promise<Proposal> {
  const proposal = await findApprovable(context, session, approval);
  const { id, operatorId, reason: said } = approval;
  const { reason, proposedBy } = proposal;
  const change = changeOf(proposal, carryOut ? "done" : "approved");
  await noteDecision(context, session, proposal, { operatorId, action: "approve-proposal", reason: said, change });
  const now = context.runtime.clock.now();
  const from = act.delayMs === null ? null : new Date(now.getTime() + act.delayMs);
  const standing = { approvedBy: operatorId, approvedAt: now, carriedOutFrom: from };
  const moved = await moveOn(context, session, proposal, carryOut ? "done" : "approved", standing);
  await tellProposer(context, session, moved, { how: "approved" });
  if (carryOut) await carryOut(session, { operatorId, reason, proposal: { id, proposedBy } });
  else await act.onApproved(session, from ?? now);
  return moved;
}

/** What becomes of a proposal, for the audit log. */
function changeOf({ id, state }: Proposal, next: ProposalState) {
  return { before: { proposal: id, state }, after: { proposal: id, state: next } };
}

/** Who may say yes: another than who proposed it, supers included; both may do it, and have been who they are for a while. */
async function refuseApprover(
  context: Context,
  session: ClientSession,
  proposal: Proposal,
  approver: Holder,
): Promise<void> {
  const { clock, config } = context.runtime;
  const { about, proposedBy } = proposal;
  for (const userId of about) refuseOwn(approver.id, userId);
  await refuseFrozen(context, session, approver.id);
  if (approver.id === proposedBy) throw new AppError("proposal-own");
  const proposer = await refuseGone(context, session, proposal, proposedBy);
  // Whoever makes somebody an operator has no second one by it at once: all others have heard of it by then.
  const sinceMs = Math.max(approver.since.getTime(), proposer.since.getTime());
  const from = sinceMs + config.approvalMs;
  if (clock.now().getTime() < from) throw new AppError("proposal-too-soon", { from });
}

/** An operator's no: to what was proposed, or to what was approved and not carried out yet. */
export function rejectProposal(
  context: Context,
  { id, operatorId, reason }: { readonly id: number; readonly operatorId: number; readonly reason: string },
): Promise<ProposalOutput> {
  const { database } = context.runtime;
  return database.transaction(async (session) => {
    const proposal = await findOpen(context, id, session);
    for (const userId of proposal.about) refuseOwn(operatorId, userId);
    await requireHolder(database, session, operatorId, PERMISSION_OF_PROPOSAL[proposal.content.kind]);
    const change = changeOf(proposal, "rejected");
    await noteDecision(context, session, proposal, { operatorId, action: "reject-proposal", reason, change });
    const standing = { endedBy: operatorId, endedAt: context.runtime.clock.now(), ending: reason };
    const moved = await moveOn(context, session, proposal, "rejected", standing);
    if (proposal.state === "approved") await context.bound(proposal.content).onStopped(session);
    await tellProposer(context, session, moved, { how: "rejected", why: reason });
    return describeProposal(moved);
  });
}

/** Whoever proposed it takes it back. Throws `proposal-not-yours` for anybody else. */
export function withdrawProposal(
  context: Context,
  { id, operatorId, reason }: { readonly id: number; readonly operatorId: number; readonly reason: string },
): Promise<ProposalOutput> {
  return context.runtime.database.transaction(async (session) => {
    const proposal = await findOpen(context, id, session);
    if (proposal.proposedBy !== operatorId) throw new AppError("proposal-not-yours");
    const change = changeOf(proposal, "withdrawn");
    await noteDecision(context, session, proposal, { operatorId, action: "withdraw-proposal", reason, change });
    const standing = { endedBy: operatorId, endedAt: context.runtime.clock.now(), ending: reason };
    const moved = await moveOn(context, session, proposal, "withdrawn", standing);
    if (proposal.state === "approved") await context.bound(proposal.content).onStopped(session);
    return describeProposal(moved);
  });
}

/** Throws `proposal-unknown` or `proposal-decided`. */
async function findOpen(context: Context, id: number, session: ClientSession): Promise<Proposal> {
  const proposal = await findProposal(context, id, session);
  if (!proposal.isOpen) throw new AppError("proposal-decided");
  return proposal;
}
