import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { allowAddress, disallowAddress, readAllowList, setAllowList } from "./allow-list.ts";
import { type FreezeDeps, setFrozen } from "./freeze.ts";
import { readOperatorActions } from "./operator-actions.ts";
import { readOperatorPolicy, writeOperatorPolicy } from "./operator-policy.ts";
import { describeSecurity, setLimits, setSignInMails } from "./set-limits.ts";
import { cancelWaiting } from "./waiting.ts";

/** Serves the limits, lists and locks of accounts, to their owners and to operators. */
export function registerSecurityRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  freezing: Omit<FreezeDeps, "runtime">,
): void {
  const { database } = runtime;
  const freeze = { runtime, ...freezing };

  route(app, ENDPOINTS.security, ({ session }) => describeSecurity(runtime, session.userId));
  route(app, ENDPOINTS.setLimits, async ({ session, input }) => {
    await setLimits(runtime, session.userId, input);
    return describeSecurity(runtime, session.userId);
  });
  route(app, ENDPOINTS.freezeOwn, async ({ session }) => {
    const { userId } = session;
    await setFrozen(freeze, userId, { isFrozen: true, reason: "frozen by its owner", by: userId });
    return describeSecurity(runtime, userId);
  });

  route(app, ENDPOINTS.cancelWaiting, async ({ session, params }) => {
    await cancelWaiting(runtime, session.userId, params.kind);
    return describeSecurity(runtime, session.userId);
  });
  route(app, ENDPOINTS.setSignInMails, async ({ session, input }) => {
    await setSignInMails(runtime, session.userId, input.isOn);
    return describeSecurity(runtime, session.userId);
  });

  route(app, ENDPOINTS.allowList, ({ session }) => readAllowList(runtime, session.userId));
  route(app, ENDPOINTS.setAllowList, async ({ session, input }) => {
    await setAllowList(runtime, session.userId, input);
    return readAllowList(runtime, session.userId);
  });
  route(app, ENDPOINTS.allowAddress, async ({ session, input }) => {
    await allowAddress(runtime, session.userId, input);
    return readAllowList(runtime, session.userId);
  });
  route(app, ENDPOINTS.disallowAddress, async ({ session, params }) => {
    await disallowAddress(runtime, session.userId, params.id);
    return readAllowList(runtime, session.userId);
  });

  route(app, ENDPOINTS.operatorPolicy, () => readOperatorPolicy(database));
  route(app, ENDPOINTS.setOperatorPolicy, async ({ session, input }) => {
    await writeOperatorPolicy(runtime, session.userId, input);
    return input;
  });
  route(app, ENDPOINTS.operatorActions, ({ query }) => readOperatorActions(runtime, query));
  route(app, ENDPOINTS.freezeUser, async ({ session, params, input }) => {
    await setFrozen(freeze, params.userId, { ...input, by: session.userId });
    return describeSecurity(runtime, params.userId);
  });
}
