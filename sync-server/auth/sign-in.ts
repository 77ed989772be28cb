import type { FastifyInstance, FastifyRequest } from "fastify";
import { describeDevice } from "#schemas/describe-device.ts";
import { type AccessOrigin, isNewOrigin, recordAccess } from "#server/access-history/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { IF_NOT_YOU, type Notices } from "#server/security/index.ts";
import type { UserDocument } from "#server/users/index.ts";

/** Signs a person in who has shown who they are. */
export type SignIn = (request: FastifyRequest, user: UserDocument) => Promise<void>;

/**
 * The end of every way in: a row of access history, a new session, and a mail where device or address are new and the person
 * wants to know.
 */
export function openSignIn(app: FastifyInstance, runtime: Runtime, notices: Notices): SignIn {
  const { database, clock } = runtime;
  return async (request, user) => {
    const origin = originOf(request);
    const isNew = await isNewOrigin(runtime, user.id, origin);
    await database.transaction((session) => recordAccess(runtime, session, user.id, origin));
    await app.sessions.start(request, user);
    if (!isNew) return;
    const settings = await database.collection("settings").findOne({ userId: user.id });
    if (settings?.["notifyOnLogin"] === false) return;
    notices.tell(user, noticeOf(origin, clock.now()));
  };
}

export function originOf(request: FastifyRequest): AccessOrigin {
  return { ipAddress: request.ip, userAgent: request.headers["user-agent"] ?? "" };
}

function noticeOf({ ipAddress, userAgent }: AccessOrigin, now: Date) {
  const time = `${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: "A new sign-in to your Astrolabe account",
    says: [
      "Someone, hopefully you, signed in to your Astrolabe account from a device or an address that was not seen before:",
      `${describeDevice(userAgent)}, address ${ipAddress}, ${time}`,
      IF_NOT_YOU,
    ],
  };
}
