import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import { claimAct, claimItem, returnAct, returnItem, type SuspenseDeps } from "./decide-item.ts";
import { listItems, readItem } from "./list-items.ts";

/** Serves operators what waits in suspense. `kick` says that a payment was begun. */
export function registerSuspenseRoutes(
  app: FastifyInstance,
  deps: SuspenseDeps,
  approvals: Approvals,
  kick: () => void,
): void {
  const { runtime } = deps;
  approvals.define("claim-suspense", claimAct(deps, kick));
  approvals.define("return-suspense", returnAct(deps, kick));

  route(app, ENDPOINTS.suspense, ({ query }) => listItems(runtime, query));

  route(app, ENDPOINTS.claimSuspense, async ({ session, params, input }) => {
    const wish = { operatorId: session.userId, ...input };
    const proposal = await claimItem(deps, approvals, params.id, wish);
    return proposal ? { proposal } : readItem(runtime, params.id);
  });

  route(app, ENDPOINTS.returnSuspense, async ({ session, params, input }) => {
    const proposal = await returnItem(deps, approvals, params.id, { operatorId: session.userId, ...input });
    return proposal ? { proposal } : readItem(runtime, params.id);
  });
}
