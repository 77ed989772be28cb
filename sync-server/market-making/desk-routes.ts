import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readPools, releaseByOperator, stopAllByOperator, stopByOperator } from "./desk.ts";

/** Serves operators people's pools. `kick` says that some are to be looked after. */
export function registerPoolDesk(app: FastifyInstance, runtime: Runtime, kick: () => void): void {
  route(app, ENDPOINTS.marketDesk, async () => ({ pools: await readPools(runtime) }));
  route(app, ENDPOINTS.stopMarketPool, async ({ session, params, input }) => {
    const pool = await stopByOperator(runtime, params.id, { operatorId: session.userId, reason: input.reason });
    kick();
    return pool;
  });
  route(app, ENDPOINTS.releaseMarketPool, ({ session, params, input }) =>
    releaseByOperator(runtime, params.id, { operatorId: session.userId, reason: input.reason }),
  );
  route(app, ENDPOINTS.stopAllMarketPools, async ({ session, input }) => {
    const stopped = await stopAllByOperator(runtime, { operatorId: session.userId, reason: input.reason });
    kick();
    return { stopped };
  });
}
