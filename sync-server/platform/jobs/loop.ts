import type { Logger } from "#server/platform/http/runtime.ts";
import { jobRuns, jobSeconds } from "#server/platform/metrics/counted.ts";

/** A piece of work that repeats until it is stopped. */
export interface Loop {
  /** Runs the work at once, or once more right after the run in progress. */
  kick(): void;
  /** Ends the loop; resolves when the run in progress has ended. */
  stop(): Promise<void>;
}

export interface WokenLoop extends Loop {
  /** Runs the work soon, as far as it does not fail: `wakeGapMs` after the last run at the earliest. */
  wake(): void;
}

/** The work, and how long to wait after a run; the run answers with the pause in ms. */
export interface LoopOptions {
  readonly name: string;
  readonly log: Logger;
  /** Pause after a run that failed, in ms; it doubles with each failure in a row up to `longestPauseMs`. */
  readonly failurePauseMs: number;
  /** No longer than `failurePauseMs` unless told. */
  readonly longestPauseMs?: number;
  /** Pause in ms before a run that something woke; none unless told. */
  readonly wakeGapMs?: number;
  readonly run: (signal: AbortSignal) => Promise<number>;
}

/**
 * Starts a loop. A run that throws is tried again after a pause: nothing it did half is lost, since its state is in the
 * database. Of failures in a row with the same message only the first is logged, and the recovery.
 */
export function startLoop({ name, log, failurePauseMs, longestPauseMs, wakeGapMs = 0, run }: LoopOptions): WokenLoop {
  const ending = new AbortController();
  let failures = 0;
  let lastProblem: string | null = null;
  let isKicked = false;
  let isWoken = false;
  /** Has the pause end so many ms after it began, unless it ends earlier anyway. */
  let shorten: ((pauseMs: number) => void) | null = null;

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
      isWoken = false;
      const pauseMs = await turn();
      if (isKicked || ending.signal.aborted) continue;
      await pause(isWoken && failures === 0 ? Math.min(pauseMs, wakeGapMs) : pauseMs);
    }
  }

  function pause(ms: number): Promise<void> {
    const beganMs = performance.now();
    return new Promise<void>((resolve) => {
      let [timer, untilMs] = [setTimeout(resolve, ms), ms];
      shorten = (pauseMs) => {
        if (pauseMs >= untilMs) return;
        untilMs = pauseMs;
        clearTimeout(timer);
        const leftMs = beganMs + pauseMs - performance.now();
        if (leftMs <= 0) resolve();
        else timer = setTimeout(resolve, leftMs);
      };
    }).finally(() => {
      shorten = null;
    });
  }

  const life = live();
  return {
    kick() {
      isKicked = true;
      shorten?.(0);
    },
    wake() {
      isWoken = true;
      if (failures === 0) shorten?.(wakeGapMs);
    },
    stop() {
      ending.abort();
      shorten?.(0);
      return life;
    },
  };
}
