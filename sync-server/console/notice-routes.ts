import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { OperatorNoticeChoices } from "#schemas/operator-notices.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readNoticeChoices, writeNoticeChoices } from "#server/platform/operators/notice-choices.ts";

/** Serves operators what they chose to be told of. */
export function registerNoticeRoutes(app: FastifyInstance, runtime: Runtime): void {
  const choicesOf = async (userId: number): Promise<OperatorNoticeChoices> => {
    const choices = (await readNoticeChoices(runtime, [userId])).get(userId);
    if (!choices) throw new Error(`nothing was read of what ${userId} chose`);
    return choices;
  };
  route(app, ENDPOINTS.operatorNotices, ({ session }) => choicesOf(session.userId));
  route(app, ENDPOINTS.setOperatorNotices, async ({ session, input }) => {
    await writeNoticeChoices(runtime, session.userId, input);
    return choicesOf(session.userId);
  });
}
