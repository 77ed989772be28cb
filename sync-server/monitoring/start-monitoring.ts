import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import type { Check } from "#server/platform/checks/check.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { stopAll } from "#server/platform/jobs/stop-all.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import { OUTSIDE, type OutsideLink } from "#server/platform/outside/read-public.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { acknowledgeIssue, assignIssue, closeByHand, mergeIssue, snoozeIssue, unmergeIssue } from "./issue-acts.ts";
import { startDelivering } from "./deliver-webhook.ts";
import { listChecks, readRunner } from "./list-checks.ts";
import { countOpen, listIssues, readIssue, readTimeline } from "./list-issues.ts";
import { makeNow, recheckIssue } from "./make-now.ts";
import { leasesCheck } from "./own-checks.ts";
import { readIssues } from "./read-issues.ts";
import { withReasons } from "./reasons-of.ts";
import { startRunner } from "./run-checks.ts";
import { addTask, listTasks, setTask } from "./tasks.ts";
import type { AwayTeller } from "./tell-away.ts";
import { startTellingIssues } from "./tell-issues.ts";
import { startWatchingRunner } from "./watch-runner.ts";
import { readWebhook, removeWebhook, setWebhook, testWebhook } from "./webhook-settings.ts";
import { addWindow, endWindow, listWindows } from "./windows.ts";

export interface MonitoringDeps {
  readonly runtime: Runtime;
  readonly leases: Leases;
  readonly secrets: SecretStore;
  /** What features hand to the runner. */
  readonly checks: readonly Check[];
  /** Who says that the database is away; nobody unless told. */
  readonly away?: AwayTeller;
  /** How the webhook is reached. */
  readonly link?: OutsideLink;
}

export interface Monitoring {
  /** When a check was made the last time, and whether none is made any more. */
  readonly runner: () => ReturnType<typeof readRunner>;
  readonly secondsSinceCheck: () => number | null;
  stop(): Promise<void>;
}

/** Makes checks, tells operators what they find, and serves what is wrong, what is to be done and who is told. */
export function startMonitoring(app: FastifyInstance, deps: MonitoringDeps): Monitoring {
  const { runtime, leases, secrets, away, link = OUTSIDE } = deps;
  const checks = withReasons([leasesCheck(leases), ...deps.checks]);
  const ending = new AbortController();
  const webhook = { runtime, secrets, link };
  registerIssues(app, runtime);
  registerChecks(app, runtime, checks, ending.signal);
  registerTasks(app, runtime, (issueId) => recheckIssue(runtime, checks, issueId, ending.signal));
  registerWindows(app, runtime);
  route(app, ENDPOINTS.webhook, () => readWebhook(runtime.database));
  route(app, ENDPOINTS.setWebhook, ({ session, input }) => setWebhook(webhook, session, input));
  route(app, ENDPOINTS.removeWebhook, ({ session, input }) => removeWebhook(webhook, session, input.reason));
  route(app, ENDPOINTS.testWebhook, () => testWebhook(webhook));
  const running = {
    checks: startRunner(runtime, leases, checks),
    watching: startWatchingRunner(runtime, checks),
    telling: startTellingIssues(runtime, leases, away),
    delivering: startDelivering(webhook, leases),
  };
  return {
    runner: () => readRunner(runtime.database, checks),
    secondsSinceCheck: running.watching.secondsSinceCheck,
    async stop() {
      ending.abort();
      await stopAll(running, runtime.log);
    },
  };
}

function registerIssues(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.issues, ({ session }) => readIssues(runtime, session));
  route(app, ENDPOINTS.monitoredIssues, ({ session, query }) => listIssues(runtime, session, query));
  route(app, ENDPOINTS.monitoredIssue, ({ session, params }) => readIssue(runtime, session, params.id));
  route(app, ENDPOINTS.issueTimeline, ({ session, params, query }) =>
    readTimeline(runtime, session, params.id, query.after),
  );
  route(app, ENDPOINTS.acknowledgeIssue, ({ session, params, input }) =>
    acknowledgeIssue(runtime, session, params.id, input.reason),
  );
  route(app, ENDPOINTS.assignIssue, ({ session, params, input }) => assignIssue(runtime, session, params.id, input));
  route(app, ENDPOINTS.snoozeIssue, ({ session, params, input }) => snoozeIssue(runtime, session, params.id, input));
  route(app, ENDPOINTS.closeIssue, ({ session, params, input }) =>
    closeByHand(runtime, session, params.id, input.reason),
  );
  route(app, ENDPOINTS.mergeIssue, ({ session, params, input }) => mergeIssue(runtime, session, params.id, input));
  route(app, ENDPOINTS.unmergeIssue, ({ session, params, input }) =>
    unmergeIssue(runtime, session, params.id, input.reason),
  );
}

function registerChecks(app: FastifyInstance, runtime: Runtime, checks: readonly Check[], signal: AbortSignal): void {
  route(app, ENDPOINTS.monitoring, async ({ session }) => ({
    open: await countOpen(runtime, session),
    runner: await readRunner(runtime.database, checks),
  }));
  route(app, ENDPOINTS.checks, ({ session }) => listChecks(runtime, session, checks));
  route(app, ENDPOINTS.runCheck, async ({ session, params }) => {
    const check = checks.find(({ id }) => id === params.id);
    if (!check) throw new AppError("check-unknown");
    await makeNow(runtime, check, signal, session.userId);
    const shown = (await listChecks(runtime, session, [check])).checks[0];
    if (!shown) throw new AppError("check-unknown");
    return shown;
  });
}

function registerTasks(
  app: FastifyInstance,
  runtime: Runtime,
  recheck: (issueId: number) => ReturnType<typeof recheckIssue>,
): void {
  route(app, ENDPOINTS.tasks, ({ session }) => listTasks(runtime, session));
  route(app, ENDPOINTS.addTask, ({ session, input }) => addTask(runtime, session, input));
  route(app, ENDPOINTS.setTask, ({ session, params, input }) => setTask(runtime, session, params.id, input, recheck));
}

function registerWindows(app: FastifyInstance, runtime: Runtime): void {
  route(app, ENDPOINTS.maintenanceWindows, () => listWindows(runtime));
  route(app, ENDPOINTS.addWindow, ({ session, input }) => addWindow(runtime, session, input));
  route(app, ENDPOINTS.endWindow, ({ session, params, input }) => endWindow(runtime, session, params.id, input.reason));
}
