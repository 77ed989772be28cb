import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { type Approvals, readOperatorActions } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import { allowAddress, disallowAddress, readAllowList, setAllowList } from "./allow-list.ts";
import { type FreezeDeps, freezeAct, frozenBy, letGoAct, setFrozen } from "./freeze.ts";
import { refuseLockOut } from "./lock-out.ts";
import { policyAct, readOperatorPolicy } from "./operator-policy.ts";
import { limitsAct, setPersonLimits } from "./set-person-limits.ts";
import { describeSecurity, setLimits, setSignInMails } from "./set-limits.ts";
import { cancelWaiting } from "./waiting.ts";

/** Serves the limits, lists and locks of accounts, to their owners and to operators. */
export function registerSecurityRoutes(app: FastifyInstance, freeze: FreezeDeps, approvals: Approvals): void {
  const { runtime } = freeze;
  const { database } = runtime;
  approvals.define("set-policy", policyAct(runtime));
  approvals.define("freeze", freezeAct(freeze));
  approvals.define("set-limits", limitsAct(runtime));
  approvals.define("let-go", letGoAct(freeze));

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
    const { reason, typed, ...policy } = input;
    await refuseLockOut(database, policy, runtime.clock.now(), typed);
    const content = { kind: "set-policy", policy, former: await readOperatorPolicy(database) } as const;
    const proposal = await approvals.decide({ content, operatorId: session.userId, reason });
    return proposal ? { proposal } : policy;
  });
  route(app, ENDPOINTS.setPersonLimits, async ({ session, params: { userId }, input }) => {
    const { reason, ...limits } = input;
    const wish = { operatorId: session.userId, userId, limits, reason };
    const proposal = await setPersonLimits(runtime, approvals, wish);
    return proposal ? { proposal } : describeSecurity(runtime, userId);
  });
  route(app, ENDPOINTS.operatorActions, ({ query }) => readOperatorActions(runtime, query));
  route(app, ENDPOINTS.freezeUser, async ({ session, params, input }) => {
    const { userId } = params;
    const by = { operatorId: session.userId, reason: input.reason };
    if (input.isFrozen) {
      const frozen = await approvals.decide({ content: { kind: "freeze", userId }, ...by });
      return frozen ? { proposal: frozen } : describeSecurity(runtime, userId);
    }
    const content = { kind: "let-go", userId, frozenBy: await frozenBy(runtime, userId, null) } as const;
    const proposal = await approvals.decide({ content, ...by });
    return proposal ? { proposal } : describeSecurity(runtime, userId);
  });
}
