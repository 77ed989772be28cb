import type { FastifyInstance } from "fastify";
import type { SessionsOutput } from "#schemas/auth.ts";
import { describeDevice } from "#schemas/describe-device.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { carrySubscription } from "#server/notifications/index.ts";
import type { CheckSecondFactor } from "#server/two-factor/index.ts";
import type { Attempts } from "./attempts.ts";
import { changePassword, checkOwnPassword } from "./change-password.ts";

interface SessionRouteDeps {
  readonly runtime: Runtime;
  readonly attempts: Attempts;
  readonly checkSecondFactor: CheckSecondFactor;
}

/** Serves people their own password and the places where they are signed in. */
export function registerSessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { runtime, attempts, checkSecondFactor } = deps;

  async function sessionsOf({ userId, sessionId }: SessionUser): Promise<SessionsOutput> {
    const sessions = await app.sessions.list(userId);
    return {
      sessions: sessions.map((session) => ({
        id: session.handle,
        device: describeDevice(session.userAgent),
        ipAddress: session.ipAddress,
        startedAt: session.startedAt.toISOString(),
        isCurrent: session.sessionId === sessionId,
      })),
    };
  }

  route(app, ENDPOINTS.sessions, ({ session }) => sessionsOf(session));

  route(app, ENDPOINTS.endSession, async ({ session, params }) => {
    if (!(await app.sessions.endOne(session.userId, params.id))) throw new AppError("session-unknown");
    return sessionsOf(session);
  });

  route(app, ENDPOINTS.endOtherSessions, async ({ session }) => {
    await app.sessions.endAll(session.userId, "device", session.sessionId);
    return sessionsOf(session);
  });

  route(app, ENDPOINTS.changePassword, async ({ session, input, request }) => {
    await checkOwnPassword(runtime, attempts, session.userId, input.current);
    await checkSecondFactor(session.userId, input.code);
    const user = await changePassword(runtime, session.userId, input.next, (transaction, { sessionEpoch = 0 }) =>
      app.sessions.carryOver(transaction, session.sessionId, sessionEpoch),
    );
    await app.sessions.endAll(user.id, "password", session.sessionId);
    const renewed = await app.sessions.renew(request, user);
    await carrySubscription(runtime, session.sessionId, renewed);
    return { message: "Your password has been changed, and your other devices were signed out." };
  });
}
