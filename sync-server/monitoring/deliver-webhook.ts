import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { restUntil, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { postPublic } from "#server/platform/outside/post-public.ts";
import { OutsideError, type OutsideLink } from "#server/platform/outside/read-public.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { signWebhook } from "./sign-webhook.ts";
import { deliveriesOf, pruneDeliveries, type StoredDelivery, WEBHOOK, webhookOf } from "./webhook-store.ts";

/** What sending needs. */
export interface SendingDeps {
  readonly runtime: Pick<Runtime, "database" | "clock">;
  readonly secrets: SecretStore;
  readonly link: OutsideLink;
}

export interface WebhookDeps extends SendingDeps {
  readonly runtime: Runtime;
}

const BOUNDS = { timeoutMs: 5000, maxBytes: 16_384 };
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** How long after each attempt that failed the next one is made; after the last it is given up. */
const RETRY_MS = [5 * SECOND_MS, 30 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];
const PAUSE_MS = 2000;
const FAILURE_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
/** Of a turn: what is left waits for the next. */
const AT_ONCE = 10;
export const GIVEN_UP = "webhook-failing";

/** What came of an attempt: the status that was answered, or none and why. */
export interface Attempt {
  readonly status: number | null;
  readonly problem: string;
}

/** Sends what waits to be sent, in one process at a time. */
export function startDelivering(deps: WebhookDeps, leases: Leases): Pick<Loop, "stop"> {
  const { runtime } = deps;
  let prunedMs = Number.NEGATIVE_INFINITY;
  return startLeasedLoop({
    name: "webhook",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [deliveriesOf(runtime.database).collectionName],
    run: async (fenced) => {
      await deliverDue({ ...deps, runtime: fenced });
      if (performance.now() - prunedMs > HOUR_MS) {
        prunedMs = performance.now();
        await pruneDeliveries(fenced);
      }
      return restUntil(await nextDelivery(fenced.database), fenced.clock, PAUSE_MS);
    },
  });
}

/** When the next attempt is to be made; null where nothing waits. */
async function nextDelivery(database: Database): Promise<Date | null> {
  const waiting = { state: "waiting" } as const;
  const next = await deliveriesOf(database).findOne(waiting, { sort: { nextAt: 1 }, projection: { nextAt: 1 } });
  return next?.nextAt ?? null;
}

/** Makes one attempt for each message that is due. A message whose outcome was not kept is sent again, with the same id. */
export async function deliverDue(deps: SendingDeps): Promise<void> {
  const { database, clock } = deps.runtime;
  const due = { state: "waiting", nextAt: { $lte: clock.now() } } as const;
  const found = await deliveriesOf(database)
    .find(due, { sort: { nextAt: 1 }, limit: AT_ONCE })
    .toArray();
  for (const delivery of found) await deliver(deps, delivery);
}

/** Makes one attempt, and keeps what came of it. */
export async function deliver(deps: SendingDeps, delivery: StoredDelivery): Promise<StoredDelivery> {
  const { database, clock } = deps.runtime;
  const attempt = await send(deps, delivery);
  const attempts = delivery.attempts + 1;
  const pauseMs = RETRY_MS[attempts - 1];
  const isOver = delivery.event === "test" || pauseMs === undefined;
  const outcome = isTaken(attempt)
    ? { state: "delivered" as const, nextAt: null }
    : isOver
      ? { state: "given-up" as const, nextAt: null }
      : { state: "waiting" as const, nextAt: new Date(clock.now().getTime() + pauseMs) };
  const kept = { ...delivery, ...attempt, ...outcome, attempts };
  const { _id, ...fields } = kept;
  await deliveriesOf(database).updateOne({ _id }, { $set: fields });
  if (outcome.state === "delivered") await resolveIssue(deps.runtime, GIVEN_UP);
  if (outcome.state === "given-up" && delivery.event !== "test") await tellGivenUp(deps.runtime, kept);
  return kept;
}

function isTaken({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function send({ runtime, secrets, link }: SendingDeps, { _id, body }: StoredDelivery): Promise<Attempt> {
  const webhook = await webhookOf(runtime.database).findOne({ _id: WEBHOOK });
  if (!webhook) return { status: null, problem: "there is no webhook any more" };
  const headers = await secrets.use(WEBHOOK, (secret) => signWebhook(secret, _id, runtime.clock.now(), body));
  if (!headers) return { status: null, problem: "the webhook has no secret" };
  try {
    const status = await postPublic(webhook.url, { body, headers }, BOUNDS, link);
    const isSent = isTaken({ status, problem: "" });
    return { status, problem: isSent ? "" : `It answered with status ${status}.` };
  } catch (error) {
    if (error instanceof OutsideError) return { status: null, problem: error.message };
    throw error;
  }
}

/** Whoever set it is told by other ways that this one leads nowhere. */
function tellGivenUp(runtime: SendingDeps["runtime"], { attempts, problem }: StoredDelivery): Promise<void> {
  return openIssue(runtime, {
    type: "monitoring",
    checkId: GIVEN_UP,
    title: issueSaid("issue.webhook"),
    description: issueSaid("issue.webhook.means", { count: attempts, problem }),
    severity: "warning",
    metadata: { attempts, problem },
    remediationSteps: [issueSaid("issue.webhook.do", { path: "/admin-super" })],
  });
}
