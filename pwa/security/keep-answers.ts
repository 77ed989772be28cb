import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { CLOSING_ENDPOINTS } from "#schemas/endpoints/closing.ts";
import { closingUser, unmarkClosing } from "#pwa/parts/session/closing-mark.ts";
import { keepAnswer, readKeptAnswer } from "#pwa/parts/answers/kept-answer.ts";
import { KEPT_QUESTIONS } from "#pwa/parts/answers/questions.ts";

/** Asks what this device has never been told about the user's security, so that it can be read offline. */
export async function keepAnswers(userId: number, signal: AbortSignal): Promise<void> {
  await checkClosing(userId, signal);
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

/** A closing that the network did not carry out leaves the account open, and the device as it was. */
async function checkClosing(userId: number, signal: AbortSignal): Promise<void> {
  if (closingUser() !== userId) return;
  try {
    const { isClosing } = await call(CLOSING_ENDPOINTS.closing, { signal });
    if (!isClosing) unmarkClosing();
  } catch (error) {
    if (!signal.aborted) logProblem("The closing could not be asked about", error);
  }
}
