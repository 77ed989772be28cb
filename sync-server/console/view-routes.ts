import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { listViews, removeView, saveView } from "./saved-views.ts";

/** Serves operators the views that they and others saved. */
export function registerViewRoutes(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.views, ({ session, query }) => listViews(runtime, session.userId, query.list));
  route(app, ENDPOINTS.saveView, ({ session, input }) => saveView(runtime, session.userId, input));
  route(app, ENDPOINTS.removeView, async ({ session, params }) => {
    await removeView(runtime, session.userId, params.id);
    return { message: "The view is forgotten." };
  });
}
