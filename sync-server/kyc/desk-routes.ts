import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import { approveIdentityAct, rejectIdentityAct } from "./desk-acts.ts";
import { openCase, readCase } from "./desk-case.ts";
import { approveIdentity, askAgain, rejectIdentity } from "./desk-decisions.ts";
import { refuseElsewhere, showIdentityPicture } from "./desk-pictures.ts";
import { listIdentities } from "./desk-queue.ts";
import type { IdentityDeps } from "./pictures.ts";

/** Serves identity checks to the operators who decide them. */
export function registerIdentityDesk(app: FastifyInstance, deps: IdentityDeps, approvals: Approvals): void {
  const { runtime } = deps;
  approvals.define("approve-identity", approveIdentityAct(runtime));
  approvals.define("reject-identity", rejectIdentityAct(runtime));
  const desk = { runtime, approvals };

  route(app, ENDPOINTS.identities, ({ query }) => listIdentities(runtime, query));
  route(app, ENDPOINTS.identityCase, ({ session, params }) => openCase(deps, session, params.id));
  route(app, ENDPOINTS.identityPicture, ({ session, params, request: { headers } }) => {
    refuseElsewhere(headers["sec-fetch-dest"]);
    return showIdentityPicture(deps, session, params);
  });
  route(app, ENDPOINTS.approveIdentity, async ({ session: { userId: operatorId }, params: { id }, input }) => {
    const proposal = await approveIdentity(desk, { id, operatorId, ...input });
    return proposal ? { proposal } : readCase(deps, id);
  });
  route(app, ENDPOINTS.askIdentityAgain, async ({ session: { userId: operatorId }, params: { id }, input }) => {
    await askAgain(runtime, { id, operatorId, ...input });
    return readCase(deps, id);
  });
  route(app, ENDPOINTS.rejectIdentity, async ({ session: { userId: operatorId }, params: { id }, input }) => {
    const proposal = await rejectIdentity(desk, { id, operatorId, ...input });
    return proposal ? { proposal } : readCase(deps, id);
  });
}
