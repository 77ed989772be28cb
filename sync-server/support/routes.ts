import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { languageAccepted } from "#schemas/values/languages.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { answerReport, closeReport } from "./answer-report.ts";
import { takeMessage } from "./contact.ts";
import { listReports } from "./list-reports.ts";
import { startMailingAnswers } from "./mail-answers.ts";
import { addReport, findReport, showPicture } from "./reports.ts";

const REPORTS_A_DAY = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

const HOUR_MS = 60 * 60 * 1000;
/** What may be written from one network without an account. */
const MESSAGES_AN_HOUR = 5;

export interface SupportDeps {
  readonly runtime: Runtime;
  readonly mailer: Mailer;
  readonly leases: Leases;
}

/** Takes pictures from people, and shows them to operators. */
export function registerSupportRoutes(
  app: FastifyInstance,
  { runtime, mailer, leases }: SupportDeps,
): Pick<Loop, "stop"> {
  const messages = createAttemptLimit(runtime, "contact", MESSAGES_AN_HOUR, HOUR_MS);
  const mailing = startMailingAnswers(runtime, mailer, leases);
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
    mailing.kick();
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

  route(app, ENDPOINTS.contact, async ({ input, request }) => {
    await messages.take(networkOf(request.ip));
    await takeMessage(runtime, input, languageAccepted(request.headers["accept-language"]));
    return { message: "Your message has arrived. It is answered by mail." };
  });
  return mailing;
}
