import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import { findUserById, outdateSessions } from "#server/users/index.ts";
import { type CountCode, SIGNED_IN } from "./count-codes.ts";
import {
  beginTwoFactor,
  describeTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  type TwoFactorDeps,
} from "./two-factor.ts";

/** Serves the second factor of the signed-in user. */
export function registerTwoFactorRoutes(app: FastifyInstance, deps: TwoFactorDeps, countCode: CountCode): void {
  const { runtime } = deps;

  route(app, ENDPOINTS.twoFactor, ({ session }) => describeTwoFactor(runtime, session.userId));

  route(app, ENDPOINTS.beginTwoFactor, async ({ session }) => {
    const user = await findUserById(runtime, session.userId);
    if (!user) throw new AppError("session-required");
    return beginTwoFactor(deps, user.id, user.username);
  });

  route(app, ENDPOINTS.enableTwoFactor, async ({ session: { userId, sessionId }, input }) => {
    const giveBack = await countCode(userId, SIGNED_IN);
    const recoveryCodes = await enableTwoFactor(deps, userId, input.code, async (session) => {
      const { sessionEpoch = 0 } = await outdateSessions(runtime, session, userId);
      await app.sessions.keep(session, sessionId, sessionEpoch);
    });
    await app.sessions.endAll(userId, "protection", sessionId);
    await giveBack();
    return { recoveryCodes };
  });

  route(app, ENDPOINTS.renewRecoveryCodes, async ({ session }) => ({
    recoveryCodes: await renewRecoveryCodes(runtime, session.userId),
  }));

  route(app, ENDPOINTS.disableTwoFactor, async ({ session }) => {
    await disableTwoFactor(deps, session.userId);
    return describeTwoFactor(runtime, session.userId);
  });
}
