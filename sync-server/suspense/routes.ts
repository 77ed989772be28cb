import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { claimItem, returnItem } from "./decide-item.ts";
import { listItems, readItem } from "./list-items.ts";

/** Serves operators what waits in suspense. `kick` says that a payment was begun. */
export function registerSuspenseRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  network: StellarNetwork,
  kick: () => void,
): void {
  route(app, ENDPOINTS.suspense, async () => ({ items: await listItems(runtime.database) }));

  route(app, ENDPOINTS.claimSuspense, async ({ session, params, input }) => {
    await claimItem({ runtime, network }, params.id, { operatorId: session.userId, userId: input.userId });
    kick();
    return readItem(runtime.database, params.id);
  });

  route(app, ENDPOINTS.returnSuspense, async ({ session, params }) => {
    await returnItem({ runtime, network }, params.id, session.userId);
    kick();
    return readItem(runtime.database, params.id);
  });
}
