import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Role } from "#schemas/operators.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { carrySubscription } from "#server/notifications/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { isTwoFactorOn } from "#server/two-factor/index.ts";
import { readSecurity } from "#server/users/index.ts";
import { acceptInvitation, inviteAct, listInvitations, readInvitation, withdrawInvitation } from "./invite.ts";
import { listOperators, readOperator } from "./list-operators.ts";
import { rolesAct, setRoles } from "./set-roles.ts";

interface OperatorDeps {
  readonly runtime: Runtime;
  readonly mailer: Mailer;
  readonly approvals: Approvals;
}

/** Serves supers who the operators are, and everybody what they are themselves. */
export function registerOperatorRoles(app: FastifyInstance, { runtime, mailer, approvals }: OperatorDeps): void {
  approvals.define("set-roles", rolesAct(app, runtime));
  approvals.define("invite-operator", inviteAct(runtime, mailer));
  // Where real money is, a password alone makes nobody an operator.
  if (runtime.config.isProduction) app.hasSecondFactor = (userId) => isTwoFactorOn(runtime, userId);
  app.isFrozen = async (userId) => (await readSecurity(runtime, userId)).isFrozen === true;

  async function ownRoles(userId: number, roles: readonly Role[]) {
    const { hasSecondFactor } = app;
    const isAsked = hasSecondFactor !== null && roles.length > 0;
    return { roles: [...roles], needsSecondFactor: isAsked && !(await hasSecondFactor(userId)) };
  }

  route(app, ENDPOINTS.ownRoles, ({ session }) => ownRoles(session.userId, session.roles));

  route(app, ENDPOINTS.operators, async () => ({ operators: await listOperators(runtime) }));

  route(app, ENDPOINTS.setRoles, async ({ session, params: { userId }, input }) => {
    const proposal = await setRoles(runtime, approvals, { operatorId: session.userId, userId, ...input });
    return proposal ? { proposal } : readOperator(runtime, userId);
  });

  route(app, ENDPOINTS.removeOperator, async ({ session, params: { userId }, input }) => {
    const wish = { operatorId: session.userId, userId, roles: [], ...input };
    const proposal = await setRoles(runtime, approvals, wish);
    return proposal ? { proposal } : { message: "This user is no operator any more." };
  });

  route(app, ENDPOINTS.operatorInvitations, () => listInvitations(runtime));

  route(app, ENDPOINTS.inviteOperator, async ({ session, input: { email, roles, reason } }) => {
    const content = { kind: "invite-operator", email, roles } as const;
    const proposal = await approvals.decide({ content, operatorId: session.userId, reason });
    return proposal ? { proposal } : readInvitation(runtime, email);
  });

  route(app, ENDPOINTS.withdrawInvitation, ({ session, params, input }) =>
    withdrawInvitation(runtime, params.id, { operatorId: session.userId, ...input }),
  );

  route(app, ENDPOINTS.acceptInvitation, async ({ session: { userId, sessionId }, input, request }) => {
    const { user, roles } = await acceptInvitation(runtime, {
      userId,
      token: input.token,
      keep: (transaction, epoch) => app.sessions.carryOver(transaction, sessionId, epoch),
    });
    await app.sessions.endAll(userId, "elsewhere", sessionId);
    // Begun anew: an operator's session is a short one.
    await carrySubscription(runtime, sessionId, await app.sessions.renew(request, user));
    return ownRoles(userId, roles);
  });
}
