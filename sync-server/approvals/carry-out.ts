import type { ClientSession } from "mongodb";
import { PERMISSION_OF_PROPOSAL } from "#schemas/approvals.ts";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { type Context, findProposal, isOurs, moveOn, tellProposer } from "./context.ts";
import { type Holder, holderWithin } from "./holders.ts";
import { mayDo } from "#schemas/operators.ts";
import { digestOf, moveProposal, type Proposal, proposalCollection } from "./store.ts";

/** Refusals of who asks, or that pass by themselves: what met one stands proposed still. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "admin-required",
  "approval-own",
  "balance-too-low",
  "deposit-own",
  "house-budget-used",
  "house-money-owed",
  "identity-own",
  "kms-key-unusable",
  "network-unreachable",
  "operator-above",
  "operator-frozen",
  "operator-own",
  "payments-halted",
  "proposal-changed",
  "proposal-decided",
  "proposal-own",
  "proposal-too-soon",
  "role-required",
  "wallet-not-ready",
]);

/** Runs what carries a proposal out; a refusal that does not pass makes it void. */
export async function orVoid<T>(context: Context, id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && !PASSING.has(error.code)) await end(context, id, "void", error.message);
    throw error;
  }
}

/** Ends what the world has moved past, or nobody decided. Somebody else may have ended it meanwhile. */
async function end(context: Context, id: number, state: "void" | "expired", ending: string): Promise<void> {
  const { database, clock } = context.runtime;
  await database.transaction(async (session) => {
    const proposal = await findProposal(context, id, session);
    if (!proposal.isOpen) return;
    const moved = await moveProposal(database, session, proposal, state, { endedAt: clock.now(), ending });
    if (!moved) return;
    if (proposal.state === "approved") await context.bound(proposal.content).onStopped(session);
    await tellProposer(context, session, moved, state === "void" ? { how: state, why: ending } : { how: state });
  });
}

/** See {@link Approvals.carryOutDue}. */
export async function carryOutDue(context: Context): Promise<void> {
  const { database, clock, log } = context.runtime;
  const now = clock.now();
  // However many wait for an answer, those alone are looked at for which something is to be done.
  const isDue = [{ state: "approved" as const }, { expiresAt: { $lte: now } }];
  const due = await proposalCollection(database)
    .find({ isOpen: true, $or: isDue }, { sort: { id: 1 } })
    .toArray();
  for (const proposal of due) {
    if (!(await isOurs(context.runtime, proposal))) continue;
    const { id, state, expiresAt, carriedOutFrom } = proposal;
    if (state === "proposed" && expiresAt <= now) await end(context, id, "expired", "Nobody decided it in time.");
    if (state !== "approved" || carriedOutFrom === null || carriedOutFrom > now) continue;
    await carryOut(context, proposal).catch((error: unknown) => {
      log.warn({ err: error, proposal: id }, "a proposal could not be carried out");
    });
  }
}

/** Of who may not do by now what they proposed or approved, no word counts. Throws `proposal-proposer-gone`. */
export async function refuseGone(
  { runtime }: Context,
  session: ClientSession,
  { content }: Proposal,
  operatorId: number,
): Promise<Holder> {
  const holder = await holderWithin(runtime.database, session, operatorId);
  if (holder && mayDo(holder.roles, PERMISSION_OF_PROPOSAL[content.kind])) return holder;
  throw new AppError("proposal-proposer-gone");
}

/** Carries out what was approved and has waited. */
async function carryOut(context: Context, seen: Proposal): Promise<void> {
  await orVoid(context, seen.id, async () => {
    const act = context.bound(seen.content);
    const carryOutNow = await act.prepare();
    await context.runtime.database.transaction(async (session) => {
      const proposal = await findProposal(context, seen.id, session);
      const { id, reason, proposedBy, approvedBy } = proposal;
      if (proposal.state !== "approved" || approvedBy === null) throw new AppError("proposal-decided");
      // What is stored is no more than what was approved.
      if (digestOf(proposal) !== proposal.digest || digestOf(seen) !== proposal.digest)
        throw new AppError("proposal-outdated");
      for (const by of [proposedBy, approvedBy]) await refuseGone(context, session, proposal, by);
      await moveOn(context, session, proposal, "done", {});
      await carryOutNow(session, { operatorId: approvedBy, reason, proposal: { id, proposedBy } });
    });
    await act.afterwards();
  });
}
