import { t } from "@lingui/core/macro";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { looksLikeErrorCode } from "#schemas/device-errors.ts";

/** Refusals that say for certain that nothing was taken, though their status is a server's failure. */
const CERTAIN = ["network-unreachable", "payments-halted"];

/** A no for certain, or no answer at all. */
export type FailedCall =
  | { readonly type: "refused"; readonly code: string; readonly message: string }
  | { readonly type: "no-answer"; readonly message: string };

/**
 * What a failed call means. Only a refusal with a code of ours is a no; a lost connection, a proxy's page or a failing
 * server leaves open whether the payment was taken.
 */
export function eventOfFailure(error: unknown): FailedCall {
  if (error instanceof HttpError && error.code !== null && looksLikeErrorCode(error.code)) {
    const { code, status, sentence, message } = error;
    const isCertain = status < 500 || CERTAIN.includes(code);
    return isCertain
      ? { type: "refused", code, message: sentence ?? message }
      : { type: "no-answer", message: sentence ?? noAnswer() };
  }
  return { type: "no-answer", message: noAnswer() };
}

function noAnswer(): string {
  return t`The server did not answer. Please check your connection and try again.`;
}
