import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Approvals } from "./approvals.ts";
import { listProposals } from "./list-proposals.ts";

/** Serves operators what waits for a second one of them. */
export function registerApprovalRoutes(app: FastifyInstance, runtime: Runtime, approvals: Approvals): void {
  route(app, ENDPOINTS.proposals, ({ query }) => listProposals(runtime, query));
  route(app, ENDPOINTS.approveProposal, ({ session, params, input }) =>
    approvals.approve(params.id, session.userId, input.digest),
  );
  route(app, ENDPOINTS.rejectProposal, ({ session, params, input }) =>
    approvals.reject(params.id, session.userId, input.reason),
  );
  route(app, ENDPOINTS.withdrawProposal, ({ session, params }) => approvals.withdraw(params.id, session.userId));
}
