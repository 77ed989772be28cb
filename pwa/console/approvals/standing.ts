import type { ProposalOutput } from "#schemas/approvals.ts";

/** How a proposal stands to one operator, before they try anything. */
export type Standing =
  /** It is decided, or was never theirs to decide. */
  | "over"
  /** It is about their own account. */
  | "about-you"
  /** They proposed it: another one approves it. */
  | "own"
  | "open"
  /** Approved, and carried out at its time: until then any operator stops it. */
  | "stoppable";

type Facts = Pick<ProposalOutput, "state" | "userId" | "proposedBy">;

export function standingOf({ state, userId, proposedBy }: Facts, ownId: number): Standing {
  if (state !== "proposed" && state !== "approved") return "over";
  if (userId === ownId) return "about-you";
  if (state === "approved") return "stoppable";
  return proposedBy === ownId ? "own" : "open";
}
