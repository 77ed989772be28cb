import { request } from "#pwa/platform/api/request.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";

export const OWED_KEY = "astrolabe.sign-out-owed";
/** A connection that hangs must not keep a person from leaving. */
const ANSWER_MS = 5000;
const LOGOUT_DEFAULT = "Logout failed. Please try again.";

/**
 * Whether somebody signed out here whose session the server has not been told to end. Its cookie is out of the page's
 * reach, so until then everyone on this device counts as signed out, whoever the cookie still names.
 */
export function isSignOutOwed(): boolean {
  return readStored(OWED_KEY) !== null;
}

export function oweSignOut(): void {
  writeStored(OWED_KEY, "yes");
}

/** A new session has taken the place of the one that was to be ended. */
export function forgiveSignOut(): void {
  removeStored(OWED_KEY);
}

/** Ends the session on the server; false, and owed still, where it did not say so. */
export async function settleSignOut(end: () => Promise<unknown> = postLogout): Promise<boolean> {
  try {
    await end();
  } catch (error) {
    logProblem(logoutFailure(error), error);
    // There is nothing left to end where the server knows no session.
    if (!(error instanceof HttpError && error.status === 401)) return false;
  }
  forgiveSignOut();
  return true;
}

/** Why a session was not ended; for the log, since whoever leaves is told the same in any case. */
export function logoutFailure(error: unknown): string {
  return error instanceof HttpError ? (error.sentence ?? LOGOUT_DEFAULT) : LOGOUT_DEFAULT;
}

/** The answer's text does not matter, only that it was a yes. */
function postLogout(): Promise<Response> {
  return request("/api/logout", { method: "POST", signal: AbortSignal.timeout(ANSWER_MS) });
}
