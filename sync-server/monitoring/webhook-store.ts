import { randomUUID } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { SEVERITIES, type Severity, type WebhookDelivery } from "#schemas/monitoring.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StoredIssue } from "#server/platform/issues/stored-issue.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";

/** Where notices are sent; its secret is in the vault. */
export interface StoredWebhook extends Document {
  readonly _id: typeof WEBHOOK;
  readonly url: string;
  readonly leastSeverity: Severity;
  readonly setBy: number;
  readonly setAt: Date;
}

/** A message that is to be sent, or was. */
export interface StoredDelivery extends Document {
  readonly _id: string;
  readonly event: WebhookDelivery["event"];
  readonly issueIds: readonly number[];
  readonly body: string;
  readonly createdAt: Date;
  readonly state: WebhookDelivery["state"];
  readonly attempts: number;
  readonly status: number | null;
  readonly problem: string;
  readonly nextAt: Date | null;
}

/** The row, and the name of its secret. */
export const WEBHOOK = "monitoring-webhook";
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const SHOWN = 20;

export function webhookOf(database: Database) {
  return database.collection<StoredWebhook>("monitoring_webhooks");
}

export function deliveriesOf(database: Database) {
  return database.collection<StoredDelivery>("webhook_deliveries");
}

export async function indexDeliveries(database: Database): Promise<void> {
  await deliveriesOf(database).createIndex({ state: 1, nextAt: 1 });
  await deliveriesOf(database).createIndex({ createdAt: 1 });
}

/** Has a message sent about these issues, in the transaction of what it tells of; nothing where nobody wants to hear. */
export async function enqueue(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  event: "issue.opened" | "issue.resolved",
  issues: readonly StoredIssue[],
): Promise<void> {
  const webhook = await webhookOf(database).findOne({ _id: WEBHOOK }, { session });
  if (!webhook) return;
  const least = SEVERITIES.indexOf(webhook.leastSeverity);
  const told = issues.filter(({ severity }) => SEVERITIES.indexOf(severity) >= least);
  if (told.length === 0) return;
  await deliveriesOf(database).insertOne(deliveryOf(event, told, clock.now()), { session });
}

/** A message in English, for programs: by check and subject they know what it is about. */
export function deliveryOf(event: StoredDelivery["event"], issues: readonly StoredIssue[], now: Date): StoredDelivery {
  const { said } = wordsIn("en");
  const told = issues.map((issue) => ({
    id: issue.id,
    check: issue.checkId,
    subject: issue.subject,
    severity: issue.severity,
    title: said(issue.title),
    means: said(issue.description),
    occurrences: issue.occurrences,
    since: issue.detectionTime.toISOString(),
  }));
  return {
    _id: `msg_${randomUUID()}`,
    event,
    issueIds: issues.map(({ id }) => id),
    body: JSON.stringify({ type: event, timestamp: now.toISOString(), data: { issues: told } }),
    createdAt: now,
    state: "waiting",
    attempts: 0,
    status: null,
    problem: "",
    nextAt: now,
  };
}

/** The latest, as operators see them. */
export async function readDeliveries(database: Database): Promise<WebhookDelivery[]> {
  const found = await deliveriesOf(database)
    .find({}, { sort: { createdAt: -1 }, limit: SHOWN })
    .toArray();
  return found.map(shownDelivery);
}

export function shownDelivery(delivery: StoredDelivery): WebhookDelivery {
  const { _id: id, event, issueIds, state, attempts, status, problem } = delivery;
  const at = delivery.createdAt.toISOString();
  return {
    id,
    at,
    event,
    issueIds: [...issueIds],
    state,
    attempts,
    status,
    problem,
    nextAt: delivery.nextAt?.toISOString() ?? null,
  };
}

export async function pruneDeliveries({ database, clock }: Pick<Runtime, "database" | "clock">): Promise<void> {
  const since = new Date(clock.now().getTime() - KEPT_MS);
  await deliveriesOf(database).deleteMany({ createdAt: { $lt: since } });
}
