import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { confirmRestore, knowPayment } from "./confirm-restore.ts";
import { readRestoredState } from "./read-restored.ts";

/** Serves supers how far a database that was set back is, and takes their word. `onConfirmed` says that something may be signed again. */
export function registerRestoredRoutes(app: FastifyInstance, runtime: Runtime, onConfirmed: () => void): void {
  route(app, ENDPOINTS.restored, () => readRestoredState(runtime));
  route(app, ENDPOINTS.confirmRestore, async ({ session, input }) => {
    const answer = await confirmRestore(runtime, session.userId, input);
    onConfirmed();
    return answer;
  });
  route(app, ENDPOINTS.knowRestoredPayment, async ({ session, input }) => {
    const answer = await knowPayment(runtime, session.userId, input);
    onConfirmed();
    return answer;
  });
}
