import { HttpError } from "#pwa/platform/api/http-error.ts";

/** Whether the password was right and the code was not. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof HttpError && error.code === "second-factor-wrong";
}

/** Whether the password was right and only the code is missing: not a failure, but a next step. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof HttpError && error.code === "second-factor-required";
}
