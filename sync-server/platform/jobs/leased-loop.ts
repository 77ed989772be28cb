import type { Database } from "#server/platform/db/database.ts";
import type { Clock, Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import type { Cause } from "#server/platform/issues/stored-issue.ts";
import { isRestoring, lookAgainForRestore } from "#server/platform/restored/state.ts";
import { type Lease, type Leases, saysLeaseLost } from "./leases.ts";
import { type Loop, type LoopOptions, startLoop } from "./loop.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/** A job of which one process at a time runs one; `name` is the lease's. */
export interface LeasedLoopOptions extends Omit<LoopOptions, "log" | "run"> {
  readonly runtime: Runtime;
  readonly leases: Leases;
  /**
   * The work; answers with the pause in ms, which is cut short where the lease may have been lost. Every transaction of
   * the runtime that it is given is fenced: once another process has taken over, none of them commits. A write outside of
   * a transaction is not, and must be harmless when it comes late. The signal says that the loop is to end, or that the
   * lease may be lost.
   */
  readonly run: (runtime: Runtime, signal: AbortSignal) => Promise<number>;
  /** Collections of which every change wakes it: where it found nothing to do, it answers with {@link REST_MS}. */
  readonly wakes?: readonly string[];
}

/** How long a job rests that waits for something to change, in ms: a change that was not heard of is found after this time. */
export const REST_MS = 30_000;

/** How long a job rests that has something to do at `dueAt`, in ms, or nothing at all; a moment at least. */
export function restUntil(dueAt: Date | null | undefined, clock: Clock, leastMs: number): number {
  const ms = dueAt ? dueAt.getTime() - clock.now().getTime() : REST_MS;
  return Math.max(leastMs, Math.min(ms, REST_MS));
}

/**
 * Jobs that go on while a database that was set back is made true again: they read the ledger, compare, tell, and show what there is. All others
 * stand still: what they would do was perhaps done.
 */
const RUN_ALWAYS: ReadonlySet<string> = new Set([
  "restored",
  "ingestion",
  "account look-ups",
  "submissions",
  "reconciliation",
  "custody",
  "markets",
  "markets-check",
  "prices",
  "notifications",
  "operator-notices",
  "checks",
  "issue-notices",
  "webhook",
  "log-trimming",
  "default-content",
  "identity-pictures",
]);

/** Failures in a row after which operators are told: of fewer a job recovers by itself. */
const FAILING = 5;

/**
 * Starts a loop that works while this process holds the job's lease, and otherwise waits to take it over. It keeps the
 * lease between runs, and gives it up when it is stopped. Losing it is no failure.
 */
export function startLeasedLoop({ runtime, leases, run, wakes, ...options }: LeasedLoopOptions): Loop {
  const { name } = options;
  const followingPauseMs = leases.durationMs / 4;
  let lease: Lease | null = null;
  let failures = 0;
  /** The lease under which it has worked: what a former holder told of its failing is over then as well. */
  let worked: Lease | null = null;

  // Lost while it rests, and perhaps taken by nobody.
  const wakeUp = (): void => loop.wake();
  const loop = startLoop({
    ...options,
    log: runtime.log,
    run: async (ending) => {
      if (!RUN_ALWAYS.has(name) && (await isRestoring(runtime.database, null))) return followingPauseMs;
      const former = lease;
      lease = await leases.acquire(name);
      if (!lease) return leases.untilNextLook();
      if (lease !== former) {
        lookAgainForRestore(runtime.database);
        if (!RUN_ALWAYS.has(name) && (await isRestoring(runtime.database, null))) return followingPauseMs;
      }
      lease.lost.addEventListener("abort", wakeUp);
      const fenced = { ...runtime, database: fencedBy(leases, lease, runtime.database) };
      try {
        const pauseMs = await run(fenced, AbortSignal.any([ending, lease.lost]));
        const hasFailed = failures >= FAILING || worked !== lease;
        failures = 0;
        if (hasFailed) await resolveIssue(runtime, causeOf(name));
        worked = lease;
        // It may have ended half-way: the rest is not for after the long pause of who has done all.
        return lease.lost.aborted ? Math.min(pauseMs, followingPauseMs) : pauseMs;
      } catch (error) {
        if (saysLeaseLost(error)) return followingPauseMs;
        failures += 1;
        if (failures === FAILING && !ending.aborted) await tellFailing(runtime, name, error);
        throw error;
      }
    },
  });
  // Whoever only waits for the lease has nothing to look at.
  const stopListening =
    wakes &&
    runtime.database.changes.on(wakes, () => {
      if (lease) loop.wake();
    });
  return {
    kick: loop.kick,
    async stop() {
      stopListening?.();
      await loop.stop();
      if (!lease) return;
      // Without a database it runs out by itself.
      await leases.release(lease).catch((error: unknown) => {
        runtime.log.warn({ err: error, job: name }, "a lease was not given up");
      });
    },
  };
}

function causeOf(name: string): Cause {
  return { checkId: "job-failing", subject: name };
}

/** Without a database nobody is told, and the job's own failure is what is logged. */
async function tellFailing(runtime: Runtime, name: string, error: unknown): Promise<void> {
  const problem = error instanceof Error ? error.message : String(error);
  const finding = {
    type: "job",
    ...causeOf(name),
    title: issueSaid("issue.job", { name }),
    description: issueSaid("issue.job.means", { problem }),
    severity: "error" as const,
    metadata: { job: name },
    // Most jobs ask the network: while its link is down it is that.
    dependsOn: ["database", "network-link"],
  };
  await openIssue(runtime, finding).catch((failure: unknown) => {
    runtime.log.warn({ err: failure, job: name }, "that a job fails was not kept");
  });
}

/** The database for a holder of the lease: each transaction first asserts that it still is one. */
export function fencedBy(leases: Leases, lease: Lease, database: Database): Database {
  return {
    ...database,
    unfenced: database,
    transaction: (work) =>
      database.transaction(async (session) => {
        await leases.assertHeld(session, lease);
        return work(session);
      }),
  };
}
