import type { ContentOf, ProposalContent, ProposalKind, ProposalOutput } from "#schemas/approvals.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type Act, bind, type Bound } from "./acts.ts";
import { carryOutDue } from "./carry-out.ts";
import type { Context } from "./context.ts";
import { type Approval, approveProposal, rejectProposal, withdrawProposal } from "./decide-proposal.ts";
import { carryOutOrPropose, type Wish } from "./propose.ts";

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
   * A second operator's yes to exactly what this digest is of, never that of whoever proposed it. What the world has moved past is
   * void. Throws as its endpoint says.
   */
  approve(id: number, approval: Omit<Approval, "id">): Promise<ProposalOutput>;
  reject(id: number, operatorId: number, reason: string): Promise<ProposalOutput>;
  withdraw(id: number, operatorId: number, reason: string): Promise<ProposalOutput>;
  /** Carries out what has waited long enough, and ends what nobody decided. Any number of processes may at once. */
  carryOutDue(): Promise<void>;
}

export function openApprovals(runtime: Runtime): Approvals {
  const binders = new Map<ProposalKind, (content: ProposalContent) => Bound>();
  const context: Context = {
    runtime,
    bound: (content) => {
      const binder = binders.get(content.kind);
      if (!binder) throw new Error(`nothing says how ${content.kind} is carried out`);
      return binder(content);
    },
  };
  return {
    define: (kind, act) => {
      // The kind of the content chose this act, which the compiler cannot follow through the map.
      binders.set(kind, (content) => bind(act, content as Parameters<typeof act.says>[0]));
    },
    decide: (wish) => carryOutOrPropose(context, wish),
    approve: (id, approval) => approveProposal(context, { id, ...approval }),
    reject: (id, operatorId, reason) => rejectProposal(context, { id, operatorId, reason }),
    withdraw: (id, operatorId, reason) => withdrawProposal(context, { id, operatorId, reason }),
    carryOutDue: () => carryOutDue(context),
  };
}
