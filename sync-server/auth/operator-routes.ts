import type { FastifyInstance } from "fastify";
import type { ClientSession } from "mongodb";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { dropPasskeys } from "#server/passkeys/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { IF_NOT_YOU, noteCredentialChange, noteOperatorAction, type Notices } from "#server/security/index.ts";
import { dropTwoFactor, type TwoFactorDeps } from "#server/two-factor/index.ts";
import { outdateSessions } from "#server/users/index.ts";

interface Wish {
  readonly userId: number;
  readonly operatorId: number;
  readonly reason: string;
}

const SIGNED_OUT = {
  subject: "Your Astrolabe account was signed out everywhere",
  says: [
    "Support signed your Astrolabe account out on all devices. Your password is as it was: sign in with it again.",
    "If you did not ask for this, please contact support.",
  ],
} as const;
const FACTOR_RESET = {
  subject: "The second factor of your Astrolabe account was reset",
  says: [
    "Support switched off the second factor of your Astrolabe account and removed its passkeys. You are signed out on all devices, and for your safety nothing can be sent for some time.",
    "Sign in with your password and set up the second factor anew.",
    IF_NOT_YOU,
  ],
} as const;

/** Serves operators what people ask of them who are locked out, or whose device was stolen. */
export function registerSignInOperatorRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  { notices, twoFactor }: { readonly notices: Notices; readonly twoFactor: TwoFactorDeps },
): void {
  /** Carries an action out and records it, all or nothing; the user's sessions end with it. */
  async function act(
    { userId, operatorId, reason }: Wish,
    action: "end-sessions" | "reset-second-factor",
    work: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    if (userId === operatorId) throw new AppError("operator-own");
    await runtime.database.transaction(async (session) => {
      await outdateSessions(runtime, session, userId);
      await work(session);
      await noteOperatorAction(runtime, session, { operatorId, action, userId, reason });
    });
    await app.sessions.endAll(userId);
  }

  route(app, ENDPOINTS.endUserSessions, async ({ session, params, input }) => {
    const { userId } = params;
    await act({ userId, operatorId: session.userId, reason: input.reason }, "end-sessions", async () => {});
    notices.tellUser(userId, SIGNED_OUT);
    return { message: "The user is signed out everywhere." };
  });

  route(app, ENDPOINTS.resetSecondFactor, async ({ session: operator, params, input }) => {
    const { userId } = params;
    const wish = { userId, operatorId: operator.userId, reason: input.reason };
    await act(wish, "reset-second-factor", async (session) => {
      await dropTwoFactor(twoFactor, session, userId);
      await dropPasskeys(runtime, session, userId);
      await noteCredentialChange(runtime, userId, session);
    });
    notices.tellUser(userId, FACTOR_RESET);
    return { message: "The second factor and the passkeys are gone, and the user is signed out everywhere." };
  });
}
