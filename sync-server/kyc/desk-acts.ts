import type { ClientSession } from "mongodb";
import type { ContentOf } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import type { IdentityAsked } from "#schemas/identity.ts";
import type { RejectCause } from "#schemas/kyc.ts";
import { type Act, type Authority, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { findUserById } from "#server/users/index.ts";
import { type Decision, decisionsOf } from "./decisions.ts";
import { whySecondLook } from "./second-look.ts";
import { changeVerification, findVerification, type Verification } from "./verifications.ts";

/** What becomes of a check. */
export type Outcome =
  | { readonly act: "approved" }
  | { readonly act: "asked"; readonly asked: readonly IdentityAsked[] }
  | { readonly act: "rejected"; readonly cause: RejectCause; readonly note: string };

const ACTIONS = { approved: "approve-identity", asked: "ask-identity", rejected: "reject-identity" } as const;
const KINDS = { approved: "identity-approved", asked: "identity-asked", rejected: "identity-rejected" } as const;

/** The check, as it was seen. Throws `identity-unknown`, `identity-decided` with whoever did, `identity-changed`. */
export async function asSeen(
  runtime: Runtime,
  session: ClientSession | null,
  id: number,
  version: number,
): Promise<Verification> {
  const check = await findVerification(runtime, id, session);
  if (!check) throw new AppError("identity-unknown");
  if (check.status !== "pending") throw new AppError("identity-decided", { name: await nameOf(runtime, check) });
  if (check.version !== version) throw new AppError("identity-changed");
  return check;
}

async function nameOf(runtime: Runtime, { reviewedBy }: Verification): Promise<string> {
  const reviewer = reviewedBy === null ? null : await findUserById(runtime, reviewedBy);
  return reviewer?.username ?? String(reviewedBy ?? "");
}

/** Carries a decision out: noted first, then the check, its user and the person's list, all or nothing. */
export async function carryOutDecision(
  runtime: Runtime,
  session: ClientSession,
  by: Authority,
  { id, version, outcome }: { readonly id: number; readonly version: number; readonly outcome: Outcome },
): Promise<void> {
  const { database, clock } = runtime;
  const check = await asSeen(runtime, session, id, version);
  if (check.userId === by.operatorId) throw new AppError("identity-own");
  const now = clock.now();
  const status = outcome.act === "asked" ? "pending" : outcome.act;
  const asked = outcome.act === "asked" ? [...outcome.asked] : [];
  const [cause, note] = outcome.act === "rejected" ? [outcome.cause, outcome.note] : [null, ""];
  const told = (state: object) => ({ identity: id, ...state });
  await noteAct(runtime, session, by, {
    action: ACTIONS[outcome.act],
    userId: check.userId,
    details: `identity check ${id}`,
    change: {
      before: told({ status: check.status, asked: partsOf(check.asked), version }),
      after: told({ status, asked: partsOf(asked), version: version + 1, ...(cause !== null && { cause }) }),
    },
  });
  await changeVerification(runtime, session, check, {
    status,
    asked,
    rejectionReason: cause,
    notes: note,
    ...(outcome.act !== "asked" && { reviewDate: now, reviewedBy: by.operatorId }),
  });
  const decided = { verificationId: id, at: now, by: by.operatorId, asked, cause, note, privateNote: by.reason };
  const decision: Decision = { ...decided, act: outcome.act };
  await decisionsOf(database).insertOne(decision, { session });
  const { userId } = check;
  await notify(runtime, session, { userId, kind: KINDS[outcome.act], cause: `identity ${id} ${version}` });
}

function partsOf(asked: readonly IdentityAsked[]) {
  return asked.map(({ part, reason }) => ({ part, reason }));
}

/** Approving an identity, and refusing one for good: one operator does, and two where {@link whySecondLook} says why. */
export function approveIdentityAct(runtime: Runtime): Act<ContentOf<"approve-identity">> {
  return {
    ...common(runtime),
    says: ({ identityId, userId }) => `The identity of user ${userId} (check ${identityId}) is approved.`,
    prepare: ({ identityId: id, version }) =>
      Promise.resolve((session, by) =>
        carryOutDecision(runtime, session, by, { id, version, outcome: { act: "approved" } }),
      ),
  };
}

export function rejectIdentityAct(runtime: Runtime): Act<ContentOf<"reject-identity">> {
  return {
    ...common(runtime),
    says: ({ identityId, userId, cause }) =>
      `The identity of user ${userId} (check ${identityId}) is refused for good: ${cause}.`,
    prepare: ({ identityId: id, version, cause, note }) =>
      Promise.resolve((session, by) =>
        carryOutDecision(runtime, session, by, { id, version, outcome: { act: "rejected", cause, note } }),
      ),
  };
}

interface AboutIdentity {
  readonly identityId: number;
  readonly userId: number;
}

function common(runtime: Runtime) {
  return {
    subject: ({ identityId }: AboutIdentity) => `identity ${identityId}`,
    about: ({ userId }: AboutIdentity) => Promise.resolve([userId]),
    ownCode: "identity-own" as const,
    whySecond: async ({ identityId }: AboutIdentity, _operatorId: number, session: ClientSession) => {
      const check = await findVerification(runtime, identityId, session);
      if (!check) throw new AppError("identity-unknown");
      return whySecondLook(runtime, session, check);
    },
  };
}
