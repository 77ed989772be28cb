import { HttpError } from "#pwa/platform/api/http-error.ts";
import { isErrorCode } from "#schemas/errors.ts";
import type { SendEvent } from "./send-state.ts";

/** Refusals that say for certain that nothing was taken, though their status is a server's failure. */
const CERTAIN = ["network-unreachable", "payments-halted", "not-ready"];

/**
 * What a failed call means. Only a refusal with a code of ours is a no; a lost connection, a proxy's page or a failing
 * server leaves open whether the payment was taken.
 */
export function eventOfFailure(error: unknown): Extract<SendEvent, { type: "refused" | "no-answer" }> {
  if (error instanceof HttpError && error.code !== null && isErrorCode(error.code)) {
    const isCertain = error.status < 500 || CERTAIN.includes(error.code);
    if (isCertain) return { type: "refused", code: error.code, message: error.sentence ?? error.message };
  }
  return { type: "no-answer", message: "The server did not answer. Please check your connection and try again." };
}
