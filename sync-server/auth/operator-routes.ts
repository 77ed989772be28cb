import type { FastifyInstance } from "fastify";
import type { ClientSession } from "mongodb";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { dropPasskeys } from "#server/passkeys/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { closeIssue } from "#server/platform/ingest/issues.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { noteOperatorAction, refuseOwn } from "#server/approvals/index.ts";
import {
  COLLISION_CHECK,
  countShared,
  findUserWithin,
  meansWithin,
  noteCredentialChange,
  outdateSessions,
  readSecurityWithin,
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
      const user = await findUserWithin(runtime, session, userId);
      if (!user) throw new AppError("user-unknown");
      const { hasSecondFactor = false } = await readSecurityWithin(runtime, session, userId);
      const epoch = user.sessionEpoch ?? 0;
      const change = {
        before: { sessionEpoch: epoch, hasSecondFactor },
        after: { sessionEpoch: epoch + 1, hasSecondFactor: action === "end-sessions" && hasSecondFactor },
      };
      await noteOperatorAction(runtime, session, { operatorId, action, userId, reason, change });
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
