import type { FastifyInstance } from "fastify";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { OpenFeatureMessages } from "./feature-messages.ts";
import type { BesideWritten } from "./push.ts";
import { openSync } from "./open-sync.ts";

/** Serves the sync protocol on the app's own HTTP server until the app closes. Sessions must be registered before. */
export function attachSync(
  app: FastifyInstance,
  runtime: Runtime,
  openMessages: OpenFeatureMessages,
  beside: BesideWritten,
): void {
  const sync = openSync({
    httpServer: app.server,
    database: runtime.database,
    clock: runtime.clock,
    log: runtime.log,
    publicUrl: runtime.config.publicUrl,
    trustedProxies: runtime.config.trustedProxies,
    socketsPerNetwork: runtime.config.limits.socketsPerNetwork,
    openMessages,
    beside,
    readSession: (cookieHeader) => app.sessions.readFromCookie(cookieHeader),
    onSessionEnded: (listener) => app.sessions.onEnded(listener),
  });
  app.addHook("onReady", () => sync.ready);
  app.addHook("preClose", () => sync.stop());
}
