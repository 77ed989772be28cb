import { logProblem } from "#pwa/platform/device/log.ts";
import { showToast } from "#pwa/toasts/toasts.ts";
import { settledWords } from "./unanswered-words.ts";
import { settleUnanswered } from "./unanswered.ts";

/** Says what became of what was confirmed when a page was lost before its answer. Asked again with the next page where nobody answers. */
export async function tellUnanswered(userId: number, signal: AbortSignal): Promise<void> {
  try {
    for (const settled of await settleUnanswered(userId, signal)) showToast(settledWords(settled));
  } catch (error) {
    if (!signal.aborted) logProblem("What became of a confirmation could not be asked", error);
  }
}
