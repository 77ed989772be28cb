import { logProblem } from "#pwa/platform/device/log.ts";
import { settleUnanswered } from "./unanswered.ts";

/** Asks after what was confirmed when a page was lost before its answer. Asked again with the next page where nobody answers. */
export async function tellUnanswered(userId: number, signal: AbortSignal): Promise<void> {
  try {
    await settleUnanswered(userId, signal);
  } catch (error) {
    if (!signal.aborted) logProblem("What became of a confirmation could not be asked", error);
  }
}
