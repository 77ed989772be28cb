import type { ProposalContent, ProposalOutput } from "#schemas/approvals.ts";
import type { IdentityAsked } from "#schemas/identity.ts";
import type { RejectCause } from "#schemas/kyc.ts";
import { type Approvals, refuseOwn } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { asSeen, carryOutDecision } from "./desk-acts.ts";

/** Of whom, as they saw it, and why. */
export interface Deciding {
  readonly id: number;
  readonly version: number;
  readonly operatorId: number;
  readonly reason: string;
}

interface Desk {
  readonly runtime: Runtime;
  readonly approvals: Approvals;
}

/**
 * Approves an identity, or proposes to where it takes two. Of two operators at once one decides. Throws `identity-unknown`,
 * `identity-own`, `identity-changed`, `identity-decided`, `proposal-open`, `operator-frozen`.
 */
export function approveIdentity(desk: Desk, deciding: Deciding): Promise<ProposalOutput | null> {
  return decide(desk, deciding, (fixed) => ({ kind: "approve-identity", ...fixed }));
}

/** Refuses an identity for good, likewise. */
export function rejectIdentity(
  desk: Desk,
  deciding: Deciding & { readonly cause: RejectCause; readonly note: string },
): Promise<ProposalOutput | null> {
  const { cause, note } = deciding;
  return decide(desk, deciding, (fixed) => ({ kind: "reject-identity", ...fixed, cause, note }));
}

/** Asks for parts of it again: one operator does. Throws like {@link approveIdentity}. */
export async function askAgain(
  runtime: Runtime,
  { id, version, operatorId, reason, asked }: Deciding & { readonly asked: readonly IdentityAsked[] },
): Promise<void> {
  await runtime.database.transaction((session) =>
    carryOutDecision(runtime, session, { operatorId, reason }, { id, version, outcome: { act: "asked", asked } }),
  );
}

async function decide(
  { runtime, approvals }: Desk,
  { id, version, operatorId, reason }: Deciding,
  contentOf: (fixed: {
    readonly identityId: number;
    readonly userId: number;
    readonly version: number;
  }) => ProposalContent,
): Promise<ProposalOutput | null> {
  const { userId } = await asSeen(runtime, null, id, version);
  refuseOwn(operatorId, userId, "identity-own");
  return approvals.decide({ content: contentOf({ identityId: id, userId, version }), operatorId, reason });
}
