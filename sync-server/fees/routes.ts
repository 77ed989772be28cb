import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { changeFeeRule, createFeeRule, listFeeRules } from "./set-fee-rule.ts";

/** Serves operators the rules by which fees are taken. */
export function registerFeeRoutes(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.feeRules, () => listFeeRules(runtime));
  route(app, ENDPOINTS.createFeeRule, ({ session, input }) => createFeeRule(runtime, session.userId, input));
  route(app, ENDPOINTS.changeFeeRule, ({ session, params, input }) =>
    changeFeeRule(runtime, session.userId, params.id, input),
  );
}
