import type { ProposalOutput } from "#schemas/approvals.ts";

/** How a proposal stands to one operator, before they try anything. */
export type Standing =
  /** It is decided, or was never theirs to decide. */
  | "over"
  /** It is about their own account. */
  | "about-you"
  /** They proposed it: another one approves it, or from a time on they themselves while there is no other. */
  | "own-waits"
  | "own-alone"
  | "open"
  /** Approved, and carried out at its time: until then any operator stops it. */
  | "stoppable";

type Facts = Pick<ProposalOutput, "state" | "userId" | "proposedBy" | "confirmableFrom">;

export function standingOf(proposal: Facts, ownId: number, nowMs: number): Standing {
  const { state, userId, proposedBy, confirmableFrom } = proposal;
  if (state !== "proposed" && state !== "approved") return "over";
  if (userId === ownId) return "about-you";
  if (state === "approved") return "stoppable";
  if (proposedBy !== ownId) return "open";
  return nowMs < Date.parse(confirmableFrom) ? "own-waits" : "own-alone";
}
