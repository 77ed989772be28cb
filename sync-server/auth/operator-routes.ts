import type { FastifyInstance } from "fastify";
import type { ClientSession } from "mongodb";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { dropPasskeys } from "#server/passkeys/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { closeIssue } from "#server/platform/ingest/issues.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { noteOperatorAction, refuseOwn } from "#server/approvals/index.ts";
import {
  COLLISION_CHECK,
  countShared,
  noteCredentialChange,
  outdateSessions,
  settleName,
} from "#server/users/index.ts";
import { dropTwoFactor, type TwoFactorDeps } from "#server/two-factor/index.ts";
import { forgetDevices } from "./known-devices.ts";

interface Wish {
  readonly userId: number;
  readonly operatorId: number;
  readonly reason: string;
}

/** Serves operators what people ask of them who are locked out, or whose device was stolen. */
export function registerSignInOperatorRoutes(app: FastifyInstance, runtime: Runtime, twoFactor: TwoFactorDeps): void {
  /** Carries an action out and records it, all or nothing; the user's sessions end with it. */
  async function act(
    { userId, operatorId, reason }: Wish,
    action: "end-sessions" | "reset-second-factor",
    work: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    refuseOwn(operatorId, userId);
    await runtime.database.transaction(async (session) => {
      await noteOperatorAction(runtime, session, { operatorId, action, userId, reason });
      await outdateSessions(runtime, session, userId);
      await forgetDevices(runtime, session, userId);
      await work(session);
      const kind = action === "end-sessions" ? "signed-out-everywhere" : "two-factor-reset";
      await notify(runtime, session, { userId, kind });
    });
    await app.sessions.endAll(userId, "operator");
  }

  route(app, ENDPOINTS.endUserSessions, async ({ session, params, input }) => {
    const { userId } = params;
    await act({ userId, operatorId: session.userId, reason: input.reason }, "end-sessions", async () => {});
    return { message: "The user is signed out everywhere." };
  });

  route(app, ENDPOINTS.settleName, async ({ session: { userId: operatorId }, params: { userId }, input }) => {
    const { name, reason } = input;
    await runtime.database.transaction(async (session) => {
      const details = `The word ${name} means user ${userId}.`;
      await noteOperatorAction(runtime, session, { operatorId, action: "settle-name", userId, reason, details });
      for (const lost of await settleName(runtime, session, { name, userId, operatorId }))
        await notify(runtime, session, { userId: lost.userId, kind: "name-settled", detail: lost.says });
    });
    if ((await countShared(runtime)) === 0)
      await runtime.database.transaction((session) =>
        closeIssue(runtime, COLLISION_CHECK, "Operators said whose each is.", session),
      );
    return { message: "That word leads to this user alone." };
  });

  route(app, ENDPOINTS.resetSecondFactor, async ({ session: operator, params, input }) => {
    const { userId } = params;
    const wish = { userId, operatorId: operator.userId, reason: input.reason };
    await act(wish, "reset-second-factor", async (session) => {
      await dropTwoFactor(twoFactor, session, userId);
      await dropPasskeys(runtime, session, userId);
      await noteCredentialChange(runtime, session, userId);
    });
    return { message: "The second factor and the passkeys are gone, and the user is signed out everywhere." };
  });
}
