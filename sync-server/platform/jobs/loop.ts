import type { Logger } from "#server/platform/http/runtime.ts";

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
  /** Pause after a run that failed, in ms. */
  readonly failurePauseMs: number;
  readonly run: (signal: AbortSignal) => Promise<number>;
}

/** Starts a loop. A run that throws is logged and tried again after a pause: nothing it did half is lost, since its state is in the database. */
export function startLoop({ name, log, failurePauseMs, run }: LoopOptions): Loop {
  const ending = new AbortController();
  let isKicked = false;
  let wake: (() => void) | null = null;

  async function turn(): Promise<number> {
    try {
      return await run(ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) log.error({ err: error, job: name }, "a job failed and will run again");
      return failurePauseMs;
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
