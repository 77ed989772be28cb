import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { listAllKeys, revokeAnyKey } from "./all-keys.ts";
import { describeKeys, makeKey, makeOperatorKey, revokeKey } from "./keep-keys.ts";

/** Serves people the keys by which programs act for them, and operators all of them. */
export function registerApiKeyRoutes(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.apiKeys, ({ session }) => describeKeys(runtime, session.userId));
  route(app, ENDPOINTS.makeApiKey, ({ session, input }) => makeKey(runtime, session.userId, input));
  route(app, ENDPOINTS.revokeApiKey, async ({ session, params }) => {
    await revokeKey(runtime, session.userId, params.id);
    return describeKeys(runtime, session.userId);
  });

  route(app, ENDPOINTS.allApiKeys, ({ query }) => listAllKeys(runtime, query));
  route(app, ENDPOINTS.makeOperatorKey, ({ session, input }) => makeOperatorKey(runtime, session.userId, input));
  route(app, ENDPOINTS.revokeAnyApiKey, async ({ session, params, input }) => {
    await revokeAnyKey(runtime, session.userId, params.id, input.reason);
    return { message: "The key is revoked." };
  });
}
