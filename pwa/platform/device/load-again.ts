import { logProblem } from "./log.ts";

const AGAIN_MS = 5000;

/** Fetches a script; in vain, it is tried again every five seconds. Null once stopped. `what` names it in the log. */
export async function loadAgain<T>(load: () => Promise<T>, isStopped: () => boolean, what: string): Promise<T | null> {
  while (!isStopped()) {
    try {
      const loaded = await load();
      return isStopped() ? null : loaded;
    } catch (error) {
      logProblem(`${what} could not be loaded`, error);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
  return null;
}
