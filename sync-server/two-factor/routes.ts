import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { AttemptLimit } from "#server/platform/http/limits.ts";
import { findUserById } from "#server/users/index.ts";
import {
  beginTwoFactor,
  describeTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  type TwoFactorDeps,
} from "./two-factor.ts";

/** Serves the second factor of the signed-in user. `codeLimit` bounds the codes that can be tried, by user. */
export function registerTwoFactorRoutes(app: FastifyInstance, deps: TwoFactorDeps, codeLimit: AttemptLimit): void {
  const { runtime } = deps;

  route(app, ENDPOINTS.twoFactor, ({ session }) => describeTwoFactor(runtime, session.userId));

  route(app, ENDPOINTS.beginTwoFactor, async ({ session }) => {
    const user = await findUserById(runtime, session.userId);
    if (!user) throw new AppError("session-required");
    return beginTwoFactor(deps, user.id, user.username);
  });

  route(app, ENDPOINTS.enableTwoFactor, async ({ session, input }) => {
    const key = String(session.userId);
    await codeLimit.take(key);
    const recoveryCodes = await enableTwoFactor(deps, session.userId, input.code);
    await codeLimit.giveBack(key);
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
