import { HttpError } from "#pwa/platform/api/http-error.ts";

const LOGIN_DEFAULT = "Login failed. Please check your credentials and try again.";
const LOGIN_BROKEN = "Login failed. Please try again.";
const LOGIN_UNAUTHORIZED = "Invalid username or password";
const LOGIN_UNREACHABLE = "Could not log in. Please try again.";
const REGISTER_DEFAULT = "Registration failed. Please try again.";
const REGISTER_UNREACHABLE = "Could not create account. Please try again.";
const RESET_DEFAULT = "Failed to request password reset";
const RESET_UNREACHABLE = "An unknown error occurred";
const ADMIN_DEFAULT = "Invalid admin credentials";

/** Why a sign-in failed: the server's sentence, else the catalogue's. */
export function loginFailure(error: unknown): string {
  if (!(error instanceof HttpError)) return LOGIN_UNREACHABLE;
  if (error.sentence !== null) return error.sentence;
  if (error.status === 401) return LOGIN_UNAUTHORIZED;
  // Where the server itself failed, the credentials are not what to look at.
  return error.status >= 500 ? LOGIN_BROKEN : LOGIN_DEFAULT;
}

export function registerFailure(error: unknown): string {
  return error instanceof HttpError ? (error.sentence ?? REGISTER_DEFAULT) : REGISTER_UNREACHABLE;
}

export function resetFailure(error: unknown): string {
  return error instanceof HttpError ? (error.sentence ?? RESET_DEFAULT) : RESET_UNREACHABLE;
}

export function adminLoginFailure(error: unknown): string {
  return error instanceof HttpError ? (error.sentence ?? ADMIN_DEFAULT) : ADMIN_DEFAULT;
}
