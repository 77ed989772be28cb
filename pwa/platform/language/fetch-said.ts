import { logProblem } from "#pwa/platform/device/log.ts";
import { withSentences } from "./show-language.ts";

/** Has the words for refusals and stored reasons at hand, fetched once. Rejects where they can neither be fetched nor are kept. */
export function needSaid(): Promise<void> {
  return withSentences("said", () => Promise.resolve());
}

/** The same for who cannot do without an answer: where the words cannot be had, a refusal is shown in the server's English. */
export async function fetchSaid(): Promise<void> {
  try {
    await needSaid();
  } catch (error) {
    logProblem("The sentences of refusals could not be fetched", error);
  }
}
