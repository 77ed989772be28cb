import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { deviceOf } from "#schemas/describe-device.ts";
import { say } from "#schemas/say.ts";
import { type AccessOrigin, isNewOrigin, recordAccess } from "#server/access-history/index.ts";
import { noteOutcome } from "#server/platform/http/outcome.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { UserDocument } from "#server/users/index.ts";
import { rememberDevice } from "./known-devices.ts";

/** A request and the answer it will get. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Signs a person in who has shown who they are. */
export type SignIn = (exchange: Exchange, user: UserDocument) => Promise<void>;

/**
 * The end of every way in: a row of access history, a new session, a device that is known from now on, and a notification
 * where device or address are new.
 */
export function openSignIn(app: FastifyInstance, runtime: Runtime): SignIn {
  return async (exchange, user) => {
    const { request } = exchange;
    noteOutcome(request, { userId: user.id });
    const origin = originOf(request);
    const isNew = await isNewOrigin(runtime, user.id, origin);
    await runtime.database.transaction(async (session) => {
      await recordAccess(runtime, session, user.id, origin);
      const detail = saidOf(origin);
      if (isNew) await notify(runtime, session, { userId: user.id, kind: "sign-in-new", detail });
    });
    await rememberDevice(runtime, exchange, user.id);
    await app.sessions.start(request, user);
  };
}

function saidOf({ userAgent, ipAddress: address }: AccessOrigin): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser === null)
    return say("said.sign-in", system === null ? { known: "none", address } : { known: "system", system, address });
  return say(
    "said.sign-in",
    system === null ? { known: "browser", browser, address } : { known: "both", browser, system, address },
  );
}

export function originOf(request: FastifyRequest): AccessOrigin {
  return { ipAddress: request.ip, userAgent: request.headers["user-agent"] ?? "" };
}
