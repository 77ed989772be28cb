import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { feeAct, listFeeRules, setFeeRule } from "./set-fee-rule.ts";

/** Serves operators the rules by which fees are taken. */
export function registerFeeRoutes(app: FastifyInstance, runtime: Runtime, approvals: Approvals): void {
  approvals.define("set-fee", feeAct(runtime));

  route(app, ENDPOINTS.feeRules, () => listFeeRules(runtime));
  route(app, ENDPOINTS.createFeeRule, ({ session, input }) =>
    setFeeRule(runtime, approvals, { operatorId: session.userId, ruleId: null, input }),
  );
  route(app, ENDPOINTS.changeFeeRule, ({ session, params, input }) =>
    setFeeRule(runtime, approvals, { operatorId: session.userId, ruleId: params.id, input }),
  );
}
