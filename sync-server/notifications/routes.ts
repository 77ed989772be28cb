import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import { readChoices, writeChoices } from "./choices.ts";
import { checkEndpoint } from "./push-endpoint.ts";
import type { PushDeps } from "./send-push.ts";
import { dropSubscriptionOf, isSubscribed, keepSubscription } from "./subscriptions.ts";

/** Serves people what they are told of and where, and their devices the way to be reached. */
export function registerNotificationRoutes(app: FastifyInstance, { runtime, pushKey }: PushDeps): void {
  const statusOf = async (sessionId: string) => ({
    isOn: await isSubscribed(runtime, sessionId),
    publicKey: (await pushKey()).publicKey,
  });

  route(app, ENDPOINTS.notificationChoices, ({ session }) => readChoices(runtime, session.userId));

  route(app, ENDPOINTS.setNotificationChoices, async ({ session, input }) => {
    await writeChoices(runtime, session.userId, input);
    return readChoices(runtime, session.userId);
  });

  route(app, ENDPOINTS.pushStatus, ({ session }) => statusOf(session.sessionId));

  route(app, ENDPOINTS.subscribePush, async ({ session, input }) => {
    checkEndpoint(input.endpoint, runtime.config.push.allowsPrivate);
    await keepSubscription(runtime, session, input);
    return statusOf(session.sessionId);
  });

  route(app, ENDPOINTS.unsubscribePush, async ({ session }) => {
    await dropSubscriptionOf(runtime, session.sessionId);
    return { message: "Nothing is pushed to this device any more." };
  });
}
