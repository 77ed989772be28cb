import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { setTheme } from "./set-theme.ts";

export function registerSettingsRoutes(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.theme, async ({ input, session }) => {
    await setTheme(runtime, session.userId, input.appearance);
    return input;
  });
}
