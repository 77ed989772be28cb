import { AppError } from "#schemas/errors.ts";
import type { WebhookDelivery, WebhookInput, WebhookOutput } from "#schemas/monitoring.ts";
import { noteOperatorAction } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { resolveIssue } from "#server/platform/issues/issues.ts";
import { deliver, GIVEN_UP, type WebhookDeps } from "./deliver-webhook.ts";
import { makeWebhookSecret } from "./sign-webhook.ts";
import { deliveriesOf, deliveryOf, readDeliveries, shownDelivery, WEBHOOK, webhookOf } from "./webhook-store.ts";

/** What is set, and what was sent lately; never the secret. */
export async function readWebhook(database: Database): Promise<WebhookOutput> {
  const [stored, deliveries] = await Promise.all([
    webhookOf(database).findOne({ _id: WEBHOOK }),
    readDeliveries(database),
  ]);
  const webhook = stored && {
    url: stored.url,
    leastSeverity: stored.leastSeverity,
    setBy: stored.setBy,
    setAt: stored.setAt.toISOString(),
  };
  return { webhook, secret: null, deliveries };
}

/** Sets where notices are sent. The secret is told where one was made, this once. */
export async function setWebhook(
  { runtime, secrets }: WebhookDeps,
  by: SessionUser,
  { url, leastSeverity, isRenewed, reason }: WebhookInput,
): Promise<WebhookOutput> {
  const { database, clock } = runtime;
  const made = makeWebhookSecret();
  try {
    const isNew = await database.transaction(async (session) => {
      const former = await webhookOf(database).findOne({ _id: WEBHOOK }, { session });
      const makesSecret = isRenewed || !former;
      const fields = { url, leastSeverity, setBy: by.userId, setAt: clock.now() };
      await webhookOf(database).updateOne({ _id: WEBHOOK }, { $set: fields }, { session, upsert: true });
      if (makesSecret) await secrets.put(session, WEBHOOK, made.plain);
      const before = former && { url: former.url, leastSeverity: former.leastSeverity };
      const change = { before, after: { url, leastSeverity, isRenewed: makesSecret } };
      const act = { operatorId: by.userId, action: "set-webhook", userId: null, reason } as const;
      await noteOperatorAction(runtime, session, { ...act, change });
      return makesSecret;
    });
    return { ...(await readWebhook(database)), secret: isNew ? made.told : null };
  } finally {
    made.plain.fill(0);
  }
}

/** Sends nothing from now on; what waits to be sent is given up. Throws `webhook-missing`. */
export async function removeWebhook(
  { runtime, secrets }: WebhookDeps,
  by: SessionUser,
  reason: string,
): Promise<WebhookOutput> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const former = await webhookOf(database).findOneAndDelete({ _id: WEBHOOK }, { session });
    if (!former) throw new AppError("webhook-missing");
    await secrets.drop(session, WEBHOOK);
    const waiting = { state: "waiting" } as const;
    await deliveriesOf(database).updateMany(waiting, { $set: { state: "given-up", nextAt: null } }, { session });
    const change = { before: { url: former.url, leastSeverity: former.leastSeverity }, after: { url: "" } };
    const act = { operatorId: by.userId, action: "remove-webhook", userId: null, reason } as const;
    await noteOperatorAction(runtime, session, { ...act, change });
  });
  await resolveIssue(runtime, GIVEN_UP);
  return readWebhook(database);
}

/** Sends a test message once, and says what came of it. Throws `webhook-missing`. */
export async function testWebhook(deps: WebhookDeps): Promise<WebhookDelivery> {
  const { database, clock } = deps.runtime;
  if (!(await webhookOf(database).findOne({ _id: WEBHOOK }))) throw new AppError("webhook-missing");
  // In nobody's queue: it is sent here, once.
  const delivery = { ...deliveryOf("test", [], clock.now()), state: "given-up" as const, nextAt: null };
  await deliveriesOf(database).insertOne(delivery);
  return shownDelivery(await deliver(deps, delivery));
}
