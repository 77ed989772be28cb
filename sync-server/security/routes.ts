import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { allowAddress, disallowAddress, readAllowList, setAllowList } from "./allow-list.ts";
import { freezeUser, frozenBy, letGoAct, setFrozen } from "./freeze.ts";
import { readOperatorActions } from "./operator-actions.ts";
import { policyAct, readOperatorPolicy } from "./operator-policy.ts";
import { describeSecurity, setLimits } from "./set-limits.ts";

/** Serves the limits, lists and locks of accounts, to their owners and to operators. */
export function registerSecurityRoutes(app: FastifyInstance, runtime: Runtime, approvals: Approvals): void {
  const { database } = runtime;
  approvals.define("set-policy", policyAct(runtime));
  approvals.define("let-go", letGoAct(runtime));

  route(app, ENDPOINTS.security, ({ session }) => describeSecurity(runtime, session.userId));
  route(app, ENDPOINTS.setLimits, async ({ session, input }) => {
    await setLimits(runtime, session.userId, input);
    return describeSecurity(runtime, session.userId);
  });
  route(app, ENDPOINTS.freezeOwn, async ({ session }) => {
    const { userId } = session;
    await setFrozen(runtime, userId, { isFrozen: true, reason: "frozen by its owner", by: userId });
    return describeSecurity(runtime, userId);
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
    await disallowAddress(runtime, session.userId, params.address);
    return readAllowList(runtime, session.userId);
  });

  route(app, ENDPOINTS.operatorPolicy, () => readOperatorPolicy(database));
  route(app, ENDPOINTS.setOperatorPolicy, async ({ session, input }) => {
    const content = { kind: "set-policy", policy: input, former: await readOperatorPolicy(database) } as const;
    const proposal = await approvals.decide({ content, operatorId: session.userId, reason: "" });
    return proposal ? { proposal } : input;
  });
  route(app, ENDPOINTS.operatorActions, ({ query }) => readOperatorActions(runtime, query));
  route(app, ENDPOINTS.freezeUser, async ({ session, params, input }) => {
    const { userId } = params;
    const by = { operatorId: session.userId, reason: input.reason };
    if (input.isFrozen) {
      await freezeUser(runtime, userId, by);
      return describeSecurity(runtime, userId);
    }
    const content = { kind: "let-go", userId, frozenBy: await frozenBy(runtime, userId) } as const;
    const proposal = await approvals.decide({ content, ...by });
    return proposal ? { proposal } : describeSecurity(runtime, userId);
  });
}
