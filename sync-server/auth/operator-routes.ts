import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { closeIssue } from "#server/platform/issues/issues.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { type Approvals, noteOperatorAction } from "#server/approvals/index.ts";
import { COLLISION_CHECK, countShared, meansWithin, settleName } from "#server/users/index.ts";
import type { TwoFactorDeps } from "#server/two-factor/index.ts";
import { credentialsChangedAt, endSessionsAct, resetFactorAct } from "./operator-acts.ts";

interface OperatorDeps {
  readonly twoFactor: TwoFactorDeps;
  readonly approvals: Approvals;
}

/** Serves operators what people ask of them who are locked out, or whose device was stolen. */
export function registerSignInOperatorRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  { twoFactor, approvals }: OperatorDeps,
): void {
  const endAll = (userId: number) => app.sessions.endAll(userId, "operator");
  approvals.define("end-sessions", endSessionsAct(runtime, endAll));
  approvals.define("reset-second-factor", resetFactorAct(runtime, twoFactor, endAll));

  route(app, ENDPOINTS.endUserSessions, async ({ session: { userId: operatorId }, params: { userId }, input }) => {
    const content = { kind: "end-sessions", userId } as const;
    const proposal = await approvals.decide({ content, operatorId, ...input });
    return proposal ? { proposal } : { message: "The user is signed out everywhere." };
  });

  route(app, ENDPOINTS.settleName, async ({ session: { userId: operatorId }, params: { userId }, input }) => {
    const { name, reason } = input;
    await runtime.database.transaction(async (session) => {
      const details = `The word ${name} means user ${userId}.`;
      const change = {
        before: { name, means: await meansWithin(runtime, session, name) },
        after: { name, means: [userId] },
      };
      const noted = { operatorId, action: "settle-name", userId, reason, details, change } as const;
      await noteOperatorAction(runtime, session, noted);
      for (const lost of await settleName(runtime, session, { name, userId, operatorId }))
        await notify(runtime, session, { userId: lost.userId, kind: "name-settled", detail: lost.says });
    });
    if ((await countShared(runtime)) === 0)
      await runtime.database.transaction((session) =>
        closeIssue(runtime, COLLISION_CHECK, "Operators said whose each is.", session),
      );
    return { message: "That word leads to this user alone." };
  });

  route(app, ENDPOINTS.resetSecondFactor, async ({ session: { userId: operatorId }, params: { userId }, input }) => {
    const changedAt = await credentialsChangedAt(runtime, userId, null);
    const content = { kind: "reset-second-factor", userId, changedAt } as const;
    const proposal = await approvals.decide({ content, operatorId, ...input });
    if (proposal) return { proposal };
    return { message: "The second factor and the passkeys are gone, and the user is signed out everywhere." };
  });
}
