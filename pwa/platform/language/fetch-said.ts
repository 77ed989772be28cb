import { logProblem } from "#pwa/platform/device/log.ts";
import { withSentences } from "./show-language.ts";

/**
 * Has the words for refusals and stored reasons at hand, fetched once. Where they can neither be fetched nor are kept a refusal is shown
 * in the server's English: it must be told all the same.
 */
export async function fetchSaid(): Promise<void> {
  try {
    await withSentences("said", () => Promise.resolve());
  } catch (error) {
    logProblem("The sentences of refusals could not be fetched", error);
  }
}
