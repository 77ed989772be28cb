import type { Logger } from "#server/platform/http/runtime.ts";

/** After so long the log names what does not end, before whoever waits for all of it gives up. */
const SLOW_MS = 4000;

/** Stops everything at once; resolves when all of it has ended. What takes long is named in the log. */
export async function stopAll(
  running: Readonly<Record<string, { stop(): Promise<void> }>>,
  log: Logger,
): Promise<void> {
  const left = new Set(Object.keys(running));
  const slow = setTimeout(() => log.warn({ jobs: [...left] }, "some jobs take long to stop"), SLOW_MS);
  try {
    await Promise.all(
      Object.entries(running).map(async ([name, job]) => {
        await job.stop();
        left.delete(name);
      }),
    );
  } finally {
    clearTimeout(slow);
  }
}
