import { t } from "@lingui/core/macro";
import { HttpError } from "#pwa/platform/api/http-error.ts";

/** Why a sign-in failed: the server's sentence, else the catalogue's. */
export function loginFailure(error: unknown): string {
  if (!(error instanceof HttpError)) return t`Could not log in. Please try again.`;
  if (error.sentence !== null) return error.sentence;
  if (error.status === 401) return t`Invalid username or password`;
  // Where the server itself failed, the credentials are not what to look at.
  return error.status >= 500
    ? t`Login failed. Please try again.`
    : t`Login failed. Please check your credentials and try again.`;
}

export function registerFailure(error: unknown): string {
  return error instanceof HttpError
    ? (error.sentence ?? t`Registration failed. Please try again.`)
    : t`Could not create account. Please try again.`;
}

export function resetFailure(error: unknown): string {
  return error instanceof HttpError
    ? (error.sentence ?? t`Failed to request password reset`)
    : t`An unknown error occurred`;
}

export function adminLoginFailure(error: unknown): string {
  const sentence = error instanceof HttpError ? error.sentence : null;
  return sentence ?? t`Invalid admin credentials`;
}
