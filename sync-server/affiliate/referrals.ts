import type { FastifyReply, FastifyRequest } from "fastify";
import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { forgetReferral, referralOf } from "./clicks.ts";
import { bindReferral } from "./programs.ts";

/** Binds whoever signs up to whose link led them here. */
export function referralsOf(runtime: Runtime) {
  return {
    bind: (request: FastifyRequest) => {
      const referral = referralOf(runtime, request);
      if (referral === null) return undefined;
      return (session: ClientSession, userId: number) => bindReferral(runtime, session, userId, referral);
    },
    forget: (request: FastifyRequest, reply: FastifyReply) => forgetReferral(runtime, request, reply),
  };
}
