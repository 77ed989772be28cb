import type { FastifyInstance } from "fastify";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { openPushKey } from "./push-key.ts";
import { registerNotificationRoutes } from "./routes.ts";
import { startDelivery } from "./start-delivery.ts";
import { dropSubscriptionOf } from "./subscriptions.ts";

export interface NotificationsDeps {
  readonly runtime: Runtime;
  readonly mailer: Mailer;
  readonly secrets: SecretStore;
  readonly leases: Leases;
}

/** Serves what people choose about notifications, and starts carrying them out of the app. The caller stops it. */
export function startNotifications(
  app: FastifyInstance,
  { runtime, mailer, secrets, leases }: NotificationsDeps,
): Loop {
  const pushKey = openPushKey(runtime, secrets);
  registerNotificationRoutes(app, { runtime, pushKey });
  app.sessions.onEnded((sessionId) => {
    // Also where this fails nothing more is pushed there: a subscription counts for as long as its session stands.
    dropSubscriptionOf(runtime, sessionId).catch((error: unknown) =>
      runtime.log.warn({ err: error }, "a push subscription outlives its session"),
    );
  });
  return startDelivery({ runtime, mailer, pushKey }, leases);
}
