import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { answerReport, closeReport } from "./answer-report.ts";
import { listReports } from "./list-reports.ts";
import { addReport, findReport, showPicture } from "./reports.ts";

const REPORTS_A_DAY = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Takes pictures from people, and shows them to operators. */
export function registerSupportRoutes(app: FastifyInstance, runtime: Runtime): void {
  const limit = createAttemptLimit(runtime, "support-report", REPORTS_A_DAY, DAY_MS);

  route(app, ENDPOINTS.sendReport, async ({ session, input }) => {
    const { userId } = session;
    const sent = await findReport(runtime, userId, input);
    if (sent) return sent;
    await limit.take(String(userId));
    return addReport(runtime, userId, input);
  });

  route(app, ENDPOINTS.supportReports, ({ query }) => listReports(runtime, query));

  route(app, ENDPOINTS.answerReport, async ({ session: { userId: operatorId }, params, input }) => {
    await answerReport(runtime, params.id, { operatorId, ...input });
    return { message: "The answer is on its way." };
  });

  route(app, ENDPOINTS.closeReport, async ({ session: { userId: operatorId }, params, input }) => {
    await closeReport(runtime, params.id, { operatorId, ...input });
    return { message: "The report is closed." };
  });

  route(app, ENDPOINTS.supportPicture, async ({ session: { userId: operatorId }, params, input }) => ({
    mediaType: "image/png" as const,
    picture: await showPicture(runtime, params.id, { operatorId, ...input }),
  }));
}
