import type { FastifyInstance } from "fastify";
import type { ClientSession } from "mongodb";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { givesMore, type Role } from "#schemas/operators.ts";
import { say } from "#schemas/say.ts";
import { type Act, type Approvals, holdersOf, holderWithin, noteAct, refuseOwn } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify, notifyAll } from "#server/platform/notifications/notify.ts";
import { findUserWithin, setStanding, type UserDocument } from "#server/users/index.ts";

interface Wish {
  readonly operatorId: number;
  readonly userId: number;
  /** None takes all away. */
  readonly roles: readonly Role[];
  readonly reason: string;
}

/**
 * Gives a user roles, or takes them away; what gives more, or takes a super away, is proposed where another super could say yes.
 * Throws `operator-own`, `user-unknown`, `operator-unknown`, `roles-same`, `proposal-open`, `operator-frozen`.
 */
export async function setRoles(
  { database }: Runtime,
  approvals: Approvals,
  { operatorId, userId, roles, reason }: Wish,
): Promise<ProposalOutput | null> {
  refuseOwn(operatorId, userId);
  const holder = await database.transaction((session) => holderWithin(database, session, userId));
  const former = holder ? [...holder.roles] : [];
  if (roles.length === 0 && former.length === 0) throw new AppError("operator-unknown");
  if (isSame(roles, former)) throw new AppError("roles-same");
  return approvals.decide({ content: { kind: "set-roles", userId, roles: [...roles], former }, operatorId, reason });
}

/** What a person is as an operator, set by supers; the sessions of before end with it, wherever they are. */
export function rolesAct(app: FastifyInstance, runtime: Runtime): Act<ContentOf<"set-roles">> {
  const { database, clock } = runtime;
  return {
    subject: ({ userId }) => `roles of ${userId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    says: ({ userId, roles }) =>
      roles.length === 0 ? `User ${userId} is no operator any more.` : `User ${userId} becomes ${roles.join(", ")}.`,
    whySecond: ({ roles, former }) => Promise.resolve(whyTwo(former, roles)),
    prepare: ({ userId, roles, former }) =>
      Promise.resolve(async (session, by) => {
        // Whoever takes a super away is one at that moment, and it is not themself: one always stays. Of two who do so to each other at
        // once, both conflict by the number of the row that notes it, and the second finds that they are none any more.
        const change = { before: { userId, roles: former }, after: { userId, roles } };
        await noteAct(runtime, session, by, { action: "set-roles", userId, details: roles.join(", "), change });
        const user = await findOpen(runtime, session, userId);
        const standing = await holderWithin(database, session, userId);
        if (!isSame(standing?.roles ?? [], former)) throw new AppError("proposal-outdated");
        const since = standing && !givesMore(former, roles) ? standing.since : clock.now();
        await setStanding(runtime, session, user.id, { roles, since });
        await tellOfRoles(runtime, session, userId, by.operatorId);
      }),
    afterwards: ({ userId }) => app.sessions.endAll(userId, "roles"),
  };
}

function whyTwo(former: readonly Role[], roles: readonly Role[]): string | null {
  if (givesMore(former, roles)) return "It gives more than before.";
  return former.includes("super") && !roles.includes("super") ? "It takes a super away." : null;
}

/** Throws `user-unknown`, also for a closed account. */
async function findOpen(runtime: Runtime, session: ClientSession, userId: number): Promise<UserDocument> {
  const user = await findUserWithin(runtime, session, userId);
  if (!user || user.closedAt !== undefined) throw new AppError("user-unknown");
  return user;
}

/** Tells the person, and every super, that what somebody may do has changed. */
export async function tellOfRoles(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  operatorId: number,
): Promise<void> {
  await notify(runtime, session, { userId, kind: "roles-changed" });
  const supers = await holdersOf(runtime.database, session, "operators.set");
  const detail = say("said.operator-changed", { operatorId, userId });
  const told = { kind: "operators-changed" as const, detail };
  const others = supers.filter(({ id }) => id !== userId);
  await notifyAll(
    runtime,
    session,
    others.map(({ id }) => ({ userId: id, ...told })),
  );
}

function isSame(one: readonly Role[], other: readonly Role[]): boolean {
  return one.toSorted().join() === other.toSorted().join();
}
