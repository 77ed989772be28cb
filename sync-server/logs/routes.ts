import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { noteLookOnce } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { describeFilters, findLines } from "#server/platform/log/log-store.ts";

/** Serves operators what is kept of the log; each look is noted, with what was looked for. */
export function registerLogRoutes(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.log, async ({ session, query }) => {
    const userId = query.userId ?? null;
    await noteLookOnce(runtime, session, { action: "view-log", userId, what: describeFilters(query) });
    return { ...(await findLines(runtime.database, query)), keptDays: runtime.config.log.keptDays };
  });
}
