import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { noteCredentialChange } from "#server/users/index.ts";
import { findUserById, outdateSessions } from "#server/users/index.ts";
import { addPasskey, beginRegistration } from "./register-passkey.ts";
import { describePasskeys, passkeyCollection } from "./store.ts";

/** Each leaves a challenge behind, for some minutes. */
const BEGUN = 60;
const WINDOW_MS = 5 * 60 * 1000;

/** Serves people their own passkeys. Signing in with one is `auth`'s. */
export function registerPasskeyRoutes(app: FastifyInstance, runtime: Runtime): void {
  const { database } = runtime;
  const limit = createAttemptLimit(runtime, "passkey-begun", BEGUN, WINDOW_MS);

  route(app, ENDPOINTS.passkeys, ({ session }) => describePasskeys(runtime, session.userId));

  route(app, ENDPOINTS.beginPasskey, async ({ session: { userId, sessionId } }) => {
    const user = await findUserById(runtime, userId);
    if (!user) throw new AppError("session-required");
    await limit.take(String(userId));
    return beginRegistration(runtime, user, { kind: "register", sessionId });
  });

  route(app, ENDPOINTS.addPasskey, async ({ session: { userId, sessionId }, input }) => {
    await addPasskey(runtime, userId, { kind: "register", sessionId }, input, async (session) => {
      const { sessionEpoch = 0 } = await outdateSessions(runtime, session, userId);
      await app.sessions.keep(session, sessionId, sessionEpoch);
    });
    await app.sessions.endAll(userId, "protection", sessionId);
    return describePasskeys(runtime, userId);
  });

  route(app, ENDPOINTS.namePasskey, async ({ session: { userId }, params, input }) => {
    const named = await passkeyCollection(database).updateOne(
      { id: params.id, userId },
      { $set: { name: input.name } },
    );
    if (named.matchedCount === 0) throw new AppError("passkey-unknown");
    return describePasskeys(runtime, userId);
  });

  route(app, ENDPOINTS.removePasskey, async ({ session: { userId }, params }) => {
    await database.transaction(async (session) => {
      const removed = await passkeyCollection(database).findOneAndDelete({ id: params.id, userId }, { session });
      if (!removed) throw new AppError("passkey-unknown");
      await noteCredentialChange(runtime, session, userId);
      await notify(runtime, session, { userId, kind: "passkey-removed", detail: removed.name });
    });
    return describePasskeys(runtime, userId);
  });
}
