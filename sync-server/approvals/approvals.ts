import { type ClientSession, MongoServerError } from "mongodb";
import type { ContentOf, ProposalContent, ProposalKind, ProposalOutput } from "#schemas/approvals.ts";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notifyAll } from "#server/platform/notifications/notify.ts";
import { noteOperatorAction, readSecurity, refuseOwn } from "#server/security/index.ts";
import { type Act, bind, type Bound } from "./acts.ts";
import { holdersOf } from "./holders.ts";
import { describeProposal } from "./list-proposals.ts";
import { digestOf, insertProposal, moveProposal, type Proposal, proposalCollection, PROPOSALS } from "./store.ts";

const HOUR_MS = 60 * 60 * 1000;
/** How long what a single operator proposes stands announced before the same one may confirm it. */
export const ANNOUNCED_MS = 24 * HOUR_MS;
/** What nobody decided within this was not wanted. */
const STANDS_MS = 7 * 24 * HOUR_MS;
const DUPLICATE_KEY = 11_000;
/** Refusals that pass by themselves: what met one is proposed still. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  "balance-too-low",
  "network-unreachable",
  "operator-frozen",
  "operator-own",
  "approval-own",
  "deposit-own",
  "payments-halted",
  "proposal-changed",
  "proposal-decided",
  "proposal-own",
  "proposal-waiting",
  "admin-required",
  "wallet-not-ready",
]);

export interface Wish {
  readonly content: ProposalContent;
  readonly operatorId: number;
  readonly reason: string;
}

/** The one way to whatever needs a second operator: what needs one is proposed, all else carried out at once. */
export interface Approvals {
  /** Says what a kind is, once, before any of it is asked for. */
  define<Kind extends ProposalKind>(kind: Kind, act: Act<ContentOf<Kind>>): void;
  /**
   * Carries out what one operator may decide, and proposes all else: then it answers with the proposal. Throws
   * `operator-own` (or the act's own code), `operator-frozen`, `proposal-open`, and what the act throws.
   */
  decide(wish: Wish): Promise<ProposalOutput | null>;
  /**
   * A second operator's yes to exactly what this digest is of; of a single operator the same one's, a day after it was
   * announced. What the world has moved past is void. Throws as its endpoint says.
   */
  approve(id: number, operatorId: number, digest: string): Promise<ProposalOutput>;
  reject(id: number, operatorId: number, reason: string): Promise<ProposalOutput>;
  withdraw(id: number, operatorId: number): Promise<ProposalOutput>;
  /** Carries out what has waited long enough, and ends what nobody decided. Any number of processes may at once. */
  carryOutDue(): Promise<void>;
}

export function openApprovals(runtime: Runtime): Approvals {
  const { database, clock } = runtime;
  const binders = new Map<ProposalKind, (content: ProposalContent) => Bound>();

  function bound(content: ProposalContent): Bound {
    const binder = binders.get(content.kind);
    if (!binder) throw new Error(`nothing says how ${content.kind} is carried out`);
    return binder(content);
  }

  async function propose(session: ClientSession, act: Bound, wish: Wish, why: string): Promise<Proposal> {
    const { content, operatorId, reason } = wish;
    const { subject, says } = act;
    const open = await proposalCollection(database).findOne({ subject, isOpen: true }, { session });
    if (open) throw new AppError("proposal-open", { id: open.id });
    const about = await act.about(session);
    const id = await database.nextIds(session, PROPOSALS, 1);
    const details = `proposal ${id}: ${says} ${why}`;
    const userId = about[0] ?? null;
    await noteOperatorAction(runtime, session, { operatorId, action: "propose", userId, reason, details });
    const now = clock.now();
    const [confirmableFrom, expiresAt] = [ANNOUNCED_MS, STANDS_MS].map((ms) => new Date(now.getTime() + ms));
    const proposal = await insertProposal(database, session, {
      ...{ id, subject, content, about, reason, says, why },
      proposedBy: operatorId,
      proposedAt: now,
      confirmableFrom: confirmableFrom ?? now,
      expiresAt: expiresAt ?? now,
    });
    await tellOperators(session, proposal);
    return proposal;
  }

  async function tellOperators(session: ClientSession, { id, says, proposedBy }: Proposal): Promise<void> {
    const holders = await holdersOf(database, session, "operate");
    const detail = `Proposal ${id} of operator ${proposedBy}: ${says}`;
    await notifyAll(
      runtime,
      session,
      holders.map((userId) => ({ userId, kind: "approval-wanted" as const, cause: `proposal ${id}`, detail })),
    );
  }

  /** How it ended is for whoever proposed it, unless that is who ended it. */
  async function tellProposer(session: ClientSession, { id, proposedBy, says }: Proposal, ended: string): Promise<void> {
    const detail = `Proposal ${id} ${ended}. ${says}`;
    await notifyAll(runtime, session, [{ userId: proposedBy, kind: "approval-ended", cause: `${id} ${ended}`, detail }]);
  }

  async function refuseFrozen(session: ClientSession, operatorId: number): Promise<void> {
    if ((await readSecurity(database, operatorId, session)).isFrozen === true) throw new AppError("operator-frozen");
  }

  /** Who may say yes: another than who proposed it, or the same while nobody else could, once it stood announced. */
  async function refuseApprover(session: ClientSession, proposal: Proposal, operatorId: number): Promise<void> {
    for (const userId of proposal.about) refuseOwn(operatorId, userId);
    await refuseFrozen(session, operatorId);
    const holders = await holdersOf(database, session, "operate");
    if (!holders.includes(operatorId)) throw new AppError("admin-required");
    if (operatorId !== proposal.proposedBy) return;
    if (holders.length > 1) throw new AppError("proposal-own");
    const from = proposal.confirmableFrom;
    if (clock.now() < from) throw new AppError("proposal-waiting", { from: `${from.toISOString().slice(0, 16)} UTC` });
  }

  async function find(id: number, session?: ClientSession): Promise<Proposal> {
    const proposal = await proposalCollection(database).findOne({ id }, session ? { session } : {});
    if (!proposal) throw new AppError("proposal-unknown");
    return proposal;
  }

  async function move(
    session: ClientSession,
    seen: Proposal,
    state: Proposal["state"],
    standing: Parameters<typeof moveProposal>[4],
  ): Promise<Proposal> {
    const moved = await moveProposal(database, session, seen, state, standing);
    if (!moved) throw new AppError("proposal-decided");
    return moved;
  }

  /** The world has moved past it: it is carried out never. Somebody else may have ended it meanwhile. */
  async function voidProposal(id: number, ending: string, state: "void" | "expired" = "void"): Promise<void> {
    await database.transaction(async (session) => {
      const proposal = await find(id, session);
      if (!proposal.isOpen) return;
      const wasApproved = proposal.state === "approved";
      const moved = await moveProposal(database, session, proposal, state, { endedAt: clock.now(), ending });
      if (!moved) return;
      if (wasApproved) await bound(proposal.content).onStopped(session);
      await tellProposer(session, proposal, state === "void" ? `is void: ${ending.replace(/\.$/, "")}` : "has expired");
    });
  }

  /** Runs what carries a proposal out; a refusal that does not pass makes it void. */
  async function orVoid<T>(id: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && !PASSING.has(error.code)) await voidProposal(id, error.message);
      throw error;
    }
  }

  async function carryOutApproved(seen: Proposal): Promise<void> {
    await orVoid(seen.id, async () => {
      const act = bound(seen.content);
      const carryOut = await act.prepare();
      await database.transaction(async (session) => {
        const proposal = await find(seen.id, session);
        if (proposal.state !== "approved" || proposal.approvedBy === null) return;
        if (digestOf(proposal) !== proposal.digest || proposal.digest !== digestOf(seen))
          throw new AppError("proposal-outdated");
        const { id, reason, proposedBy, approvedBy } = proposal;
        await move(session, proposal, "done", {});
        await carryOut(session, { operatorId: approvedBy, reason, proposal: { id, proposedBy } });
      });
      await act.afterwards();
    });
  }

  return {
    define: (kind, act) => {
      // The kind of the content chose this act, which the compiler cannot follow through the map.
      binders.set(kind, (content) => bind(act, content as Parameters<typeof act.says>[0]));
    },

    decide: async (wish) => {
      const act = bound(wish.content);
      const carryOut = await act.prepare();
      const { operatorId, reason } = wish;
      try {
        const proposal = await database.transaction(async (session) => {
          for (const userId of await act.about(session)) refuseOwn(operatorId, userId, act.ownCode);
          await refuseFrozen(session, operatorId);
          const why = await act.whySecond(operatorId, session);
          if (why !== null) return propose(session, act, wish, why);
          await carryOut(session, { operatorId, reason });
          return null;
        });
        if (proposal) return describeProposal(proposal);
      } catch (error) {
        if (error instanceof MongoServerError && error.code === DUPLICATE_KEY && error.message.includes("one_open"))
          throw new AppError("proposal-open", { id: "of another operator" }, { cause: error });
        throw error;
      }
      await act.afterwards();
      return null;
    },

    approve: async (id, operatorId, digest) => {
      const seen = await find(id);
      if (seen.state !== "proposed" || seen.expiresAt <= clock.now()) throw new AppError("proposal-decided");
      if (digestOf(seen) !== digest || seen.digest !== digest) throw new AppError("proposal-changed");
      const act = bound(seen.content);
      const { delayMs } = act;
      const approved = await orVoid(id, async () => {
        const carryOut = delayMs === null ? await act.prepare() : null;
        return database.transaction(async (session) => {
          const proposal = await find(id, session);
          if (proposal.state !== "proposed") throw new AppError("proposal-decided");
          if (digestOf(proposal) !== digest) throw new AppError("proposal-changed");
          await refuseApprover(session, proposal, operatorId);
          const { reason, proposedBy, about, says } = proposal;
          const details = `proposal ${id} of operator ${proposedBy}: ${says}`;
          const userId = about[0] ?? null;
          await noteOperatorAction(runtime, session, { operatorId, action: "approve-proposal", userId, reason, details });
          const now = clock.now();
          const carriedOutFrom = delayMs === null ? null : new Date(now.getTime() + delayMs);
          const standing = { approvedBy: operatorId, approvedAt: now, carriedOutFrom };
          const moved = await move(session, proposal, carryOut ? "done" : "approved", standing);
          await tellProposer(session, moved, "was approved");
          if (carryOut) await carryOut(session, { operatorId, reason, proposal: { id, proposedBy } });
          else await act.onApproved(session, carriedOutFrom ?? now);
          return moved;
        });
      });
      if (delayMs === null) await act.afterwards();
      return describeProposal(approved);
    },

    reject: (id, operatorId, reason) =>
      database.transaction(async (session) => {
        const proposal = await find(id, session);
        if (!proposal.isOpen) throw new AppError("proposal-decided");
        for (const userId of proposal.about) refuseOwn(operatorId, userId);
        const details = `proposal ${id} of operator ${proposal.proposedBy}: ${proposal.says}`;
        const userId = proposal.about[0] ?? null;
        await noteOperatorAction(runtime, session, { operatorId, action: "reject-proposal", userId, reason, details });
        const standing = { endedBy: operatorId, endedAt: clock.now(), ending: reason };
        const moved = await move(session, proposal, "rejected", standing);
        if (proposal.state === "approved") await bound(proposal.content).onStopped(session);
        await tellProposer(session, moved, `was rejected: ${reason.replace(/\.$/, "")}`);
        return describeProposal(moved);
      }),

    withdraw: (id, operatorId) =>
      database.transaction(async (session) => {
        const proposal = await find(id, session);
        if (!proposal.isOpen) throw new AppError("proposal-decided");
        if (proposal.proposedBy !== operatorId) throw new AppError("proposal-not-yours");
        const details = `proposal ${id}: ${proposal.says}`;
        const userId = proposal.about[0] ?? null;
        const note = { operatorId, action: "withdraw-proposal" as const, userId, reason: "", details };
        await noteOperatorAction(runtime, session, note);
        const moved = await move(session, proposal, "withdrawn", { endedBy: operatorId, endedAt: clock.now() });
        if (proposal.state === "approved") await bound(proposal.content).onStopped(session);
        return describeProposal(moved);
      }),

    carryOutDue: async () => {
      const now = clock.now();
      const open = await proposalCollection(database).find({ isOpen: true }, { sort: { id: 1 } }).toArray();
      for (const proposal of open) {
        if (proposal.state === "proposed" && proposal.expiresAt <= now)
          await voidProposal(proposal.id, "Nobody decided it in time.", "expired");
        if (proposal.state !== "approved" || proposal.carriedOutFrom === null || proposal.carriedOutFrom > now) continue;
        await carryOutApproved(proposal).catch((error: unknown) => {
          runtime.log.warn({ err: error, proposal: proposal.id }, "a proposal could not be carried out");
        });
      }
    },
  };
}
