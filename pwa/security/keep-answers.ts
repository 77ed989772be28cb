import { logProblem } from "#pwa/platform/device/log.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { keepAnswer, readKeptAnswer } from "./kept-answer.ts";
import { KEPT_QUESTIONS } from "./questions.ts";

/** Asks what this device has never been told about the user's security, so that it can be read offline. */
export async function keepAnswers(userId: number, signal: AbortSignal): Promise<void> {
  for (const { path, schema, ask } of KEPT_QUESTIONS) {
    if (signal.aborted) return;
    if (readKeptAnswer<unknown>(userId, path, schema) !== null) continue;
    try {
      const value = await ask({ signal });
      // Who signed out meanwhile must leave nothing behind.
      if (!signal.aborted) keepAnswer(userId, path, value, nowMs());
    } catch (error) {
      if (!signal.aborted) logProblem("An answer could not be kept for later", error);
      return;
    }
  }
}
