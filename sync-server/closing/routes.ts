import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Notices } from "#server/security/index.ts";
import { findUserById } from "#server/users/index.ts";
import { senderOf } from "#server/wallet/index.ts";
import { closeAccount, type ClosingDeps } from "./close-account.ts";
import { describeClosing, reviewClosing } from "./describe-closing.ts";
import { CLOSED, startClosings } from "./keep-closings.ts";

/** Serves the closing of one's own account, and carries closings to their end until the app closes. */
export function registerClosing(
  app: FastifyInstance,
  deps: ClosingDeps & { readonly leases: Leases; readonly notices: Notices; readonly kickPayments: () => void },
): void {
  const { runtime, notices } = deps;
  const endSessions = (userId: number) => app.sessions.endAll(userId, "closed");
  const job = startClosings({ ...deps, endSessions });
  app.addHook("onClose", () => job.stop());

  route(app, ENDPOINTS.closing, ({ session }) => describeClosing(runtime, session.userId));

  route(app, ENDPOINTS.closeReview, ({ session, input }) => reviewClosing(deps, session.userId, input));

  route(app, ENDPOINTS.closeAccount, async ({ session, input, request }) => {
    const { userId } = session;
    const user = await findUserById(runtime, userId);
    if (!user) throw new AppError("session-required");
    const state = await closeAccount(deps, senderOf(app, session), input);
    if (state === "closing") {
      deps.kickPayments();
      job.kick();
    }
    if (state !== "closed") return { state };
    await endSessions(userId);
    request.session.delete();
    notices.tell(user, CLOSED);
    job.kick();
    return { state };
  });
}
