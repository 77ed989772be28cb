import type { FastifyInstance, FastifyRequest } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { HAND_OVER_HEADER } from "#schemas/identity.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { route } from "#server/platform/http/route.ts";
import { AppError } from "#schemas/errors.ts";
import { endHandOver, handOverOf, type IsStanding, openHandOver } from "./hand-overs.ts";
import { beginUpload, sendPart, type UploadDeps } from "./uploads.ts";

const OPENED_PER_NETWORK = 60;
const WINDOW_MS = 10 * 60 * 1000;

/** Serves a phone that a form was handed to: it sends these pictures in its owner's name, and sees nothing of them. */
export function registerPhoneRoutes(app: FastifyInstance, deps: UploadDeps): void {
  const { runtime } = deps;
  const opened = createAttemptLimit(runtime, "identity-link-opened", OPENED_PER_NETWORK, WINDOW_MS);
  const isStanding: IsStanding = async (userId, handle) =>
    (await app.sessions.list(userId)).some((session) => session.handle === handle);
  const formOf = ({ headers }: FastifyRequest) => handOverOf(runtime, isStanding, headers[HAND_OVER_HEADER]);
  /** Nobody's bytes are read who has no key. */
  const withKey = { admit: async (request: FastifyRequest) => void (await formOf(request)) };

  route(app, ENDPOINTS.openHandOver, async ({ input, request }) => {
    await opened.take(networkOf(request.ip));
    const { key, slots, documentType, until } = await openHandOver(runtime, isStanding, input.token);
    return { key, slots: [...slots], documentType, until: until.toISOString() };
  });

  route(
    app,
    ENDPOINTS.beginPhoneUpload,
    async ({ input, request }) => {
      const { _id: userId, slots } = await formOf(request);
      if (!slots.includes(input.slot)) throw new AppError("identity-not-asked");
      return beginUpload(deps, userId, input, true);
    },
    withKey,
  );

  route(
    app,
    ENDPOINTS.sendPhonePart,
    async ({ params, input, request }) => {
      const { _id: userId, slots } = await formOf(request);
      return sendPart(deps, userId, { ...params, slots }, input);
    },
    withKey,
  );

  route(
    app,
    ENDPOINTS.finishHandOver,
    async ({ request }) => {
      const { _id: userId } = await formOf(request);
      await endHandOver(runtime, userId, null);
      return {};
    },
    withKey,
  );
}
