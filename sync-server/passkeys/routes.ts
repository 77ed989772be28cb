import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { noteCredentialChange } from "#server/users/index.ts";
import { findUserById, outdateSessions } from "#server/users/index.ts";
import { type Adder, doesAddingPause } from "./pause.ts";
import { addPasskey, beginRegistration } from "./register-passkey.ts";
import { describePasskeys, passkeyCollection } from "./store.ts";

/** Each leaves a challenge behind, for some minutes. */
const BEGUN = 60;
const WINDOW_MS = 5 * 60 * 1000;

/** Serves people their own passkeys. Signing in with one is `auth`'s. */
export function registerPasskeyRoutes(app: FastifyInstance, runtime: Runtime): void {
  const { database } = runtime;
  const limit = createAttemptLimit(runtime, "passkey-begun", BEGUN, WINDOW_MS);

  const adderOf = async ({ userId, sessionId }: SessionUser): Promise<Adder> => {
    const own = (await app.sessions.list(userId)).find((each) => each.sessionId === sessionId);
    return { userId, sessionStartedAt: own?.startedAt ?? null };
  };
  /** What there is, and what adding one more would bring. */
  const told = async (session: SessionUser) => {
    const addingPauses = await doesAddingPause(runtime, null, await adderOf(session));
    return { ...(await describePasskeys(runtime, session.userId)), addingPauses };
  };

  route(app, ENDPOINTS.passkeys, ({ session }) => told(session));

  route(app, ENDPOINTS.beginPasskey, async ({ session: { userId, sessionId } }) => {
    const user = await findUserById(runtime, userId);
    if (!user) throw new AppError("session-required");
    await limit.take(String(userId));
    return beginRegistration(runtime, user, { kind: "register", sessionId });
  });

  route(app, ENDPOINTS.addPasskey, async ({ session: own, input }) => {
    const { userId, sessionId } = own;
    await addPasskey(runtime, await adderOf(own), { kind: "register", sessionId }, input, async (session) => {
      const { sessionEpoch = 0 } = await outdateSessions(runtime, session, userId);
      await app.sessions.keep(session, sessionId, sessionEpoch);
    });
    await app.sessions.endAll(userId, "protection", sessionId);
    return told(own);
  });

  route(app, ENDPOINTS.namePasskey, async ({ session, params, input }) => {
    const { userId } = session;
    const named = await passkeyCollection(database).updateOne(
      { id: params.id, userId },
      { $set: { name: input.name } },
    );
    if (named.matchedCount === 0) throw new AppError("passkey-unknown");
    return told(session);
  });

  route(app, ENDPOINTS.removePasskey, async ({ session: own, params }) => {
    const { userId } = own;
    await database.transaction(async (session) => {
      const removed = await passkeyCollection(database).findOneAndDelete({ id: params.id, userId }, { session });
      if (!removed) throw new AppError("passkey-unknown");
      await noteCredentialChange(runtime, session, userId);
      await notify(runtime, session, { userId, kind: "passkey-removed", detail: removed.name });
    });
    return told(own);
  });
}
