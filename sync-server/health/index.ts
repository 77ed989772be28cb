import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

const OK = { status: "ok" } as const;
const PING_TIMEOUT_MS = 2000;

/** `/healthz` says that the process answers, `/readyz` that its database does too. */
export function registerHealthRoutes(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.health, () => OK);
  route(app, ENDPOINTS.ready, async () => {
    await pingInTime(runtime).catch((error: unknown) => {
      throw new AppError("not-ready", {}, { cause: error });
    });
    return OK;
  });
}

async function pingInTime({ database }: Runtime): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("the database did not answer in time")), PING_TIMEOUT_MS);
  try {
    await Promise.race([database.ping(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
