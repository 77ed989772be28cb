import type { Logger } from "#server/platform/http/runtime.ts";
import { jobRuns, jobSeconds } from "#server/platform/metrics/counted.ts";

/** A piece of work that repeats until it is stopped. */
export interface Loop {
  /** Runs the work at once, or once more right after the run in progress. */
  kick(): void;
  /** Ends the loop; resolves when the run in progress has ended. */
  stop(): Promise<void>;
}

/** The work, and how long to wait after a run; the run answers with the pause in ms. */
export interface LoopOptions {
  readonly name: string;
  readonly log: Logger;
  /** Pause after a run that failed, in ms; it doubles with each failure in a row up to `longestPauseMs`. */
  readonly failurePauseMs: number;
  /** No longer than `failurePauseMs` unless told. */
  readonly longestPauseMs?: number;
  readonly run: (signal: AbortSignal) => Promise<number>;
}

/**
 * Starts a loop. A run that throws is tried again after a pause: nothing it did half is lost, since its state is in the
 * database. Of failures in a row with the same message only the first is logged, and the recovery.
 */
export function startLoop({ name, log, failurePauseMs, longestPauseMs, run }: LoopOptions): Loop {
  const ending = new AbortController();
  let failures = 0;
  let lastProblem: string | null = null;
  let isKicked = false;
  let wake: (() => void) | null = null;

  async function turn(): Promise<number> {
    const end = jobSeconds.startTimer({ job: name });
    try {
      const pauseMs = await run(ending.signal);
      jobRuns.inc({ job: name, outcome: "ok" });
      if (failures > 0) log.info({ job: name, failures }, "a job works again");
      failures = 0;
      lastProblem = null;
      return pauseMs;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (!ending.signal.aborted && problem !== lastProblem)
        log.error({ err: error, job: name }, "a job failed and will run again");
      lastProblem = problem;
      failures += 1;
      jobRuns.inc({ job: name, outcome: "failed" });
      return Math.min(failurePauseMs * 2 ** Math.min(failures - 1, 20), longestPauseMs ?? failurePauseMs);
    } finally {
      end();
    }
  }

  async function live(): Promise<void> {
    while (!ending.signal.aborted) {
      isKicked = false;
      const pauseMs = await turn();
      if (isKicked || ending.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = null;
    }
  }

  const life = live();
  return {
    kick() {
      isKicked = true;
      wake?.();
    },
    stop() {
      ending.abort();
      wake?.();
      return life;
    },
  };
}
