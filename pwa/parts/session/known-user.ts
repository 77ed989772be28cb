import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { whenIdle } from "#pwa/platform/device/idle.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { carriedWords } from "#pwa/parts/toasts/carried-words.ts";
import { showToast, type ToastMessage } from "#pwa/parts/toasts/toasts.ts";
import { AUTH_ENDPOINTS } from "#schemas/endpoints/auth.ts";
import type { UserOutput } from "#schemas/users.ts";
import { forgiveWipe } from "./owed-wipe.ts";
import { isSignOutOwed, settleSignOut } from "./owed-sign-out.ts";
import { closingUser } from "./closing-mark.ts";
import { dataOwner, forgetUser, rememberedUser, rememberUser } from "./remembered-user.ts";
import { signedOutNote, signedOutWords } from "./signed-out-note.ts";
import { clearSmall, removeDatabaseOf, removeUnsentHere, settleWipe, wipeDevice } from "./wipe-device.ts";

/** Who is signed in, and whether the server has said so. */
export interface Known {
  readonly user: UserOutput | null;
  readonly isConfirmed: boolean;
}

const IDLE_AT_MOST_MS = 500;

/** In place of a session's id where the status could not be read. */
const UNREAD = "error";

const CLOSED: ToastMessage = {
  get title() {
    return t`Your account is closed`;
  },
  get description() {
    return t`Nothing of it is left on this device.`;
  },
};

/** What is known before the server has answered. */
export function knownAtStart(): Known | undefined {
  if (isSignOutOwed()) return { user: null, isConfirmed: false };
  const user = rememberedUser();
  return user === null ? undefined : { user, isConfirmed: false };
}

/** Asks the server who is signed in; without an answer the device's own memory stands. */
export async function fetchUser(signal: AbortSignal): Promise<Known> {
  await settleWipe();
  if (isSignOutOwed() && !(await settleSignOut())) return { user: null, isConfirmed: false };
  // A guest's 401 would stand in the browser's log as an error, so a device that knows nobody asks more gently first.
  if (rememberedUser() === null) {
    // Nor is its answer what a guest waits for: the page can be used first.
    await whenIdle(IDLE_AT_MOST_MS);
    const { authenticated, sessionID } = await fetchAuthStatus();
    if (!authenticated) return { user: null, isConfirmed: sessionID !== UNREAD };
  }
  try {
    const user = await call(AUTH_ENDPOINTS.user, { signal });
    // Who signed out while the answer was under way must not be remembered again.
    signal.throwIfAborted();
    rememberUser(user);
    return { user, isConfirmed: true };
  } catch (error) {
    if (!signal.aborted && error instanceof HttpError && error.status === 401) {
      await leave(error);
      return { user: null, isConfirmed: true };
    }
    if (!signal.aborted) logProblem("The session could not be checked", error);
    return { user: isSignOutOwed() ? null : rememberedUser(), isConfirmed: false };
  }
}

/**
 * The server knows the session no more. One that expired leaves its data for the next sign-in; one that was ended on purpose,
 * as that of a stolen device, leaves nothing.
 */
async function leave({ code, facts }: HttpError): Promise<void> {
  const closed = closingUser();
  if (closed === null && code !== "session-ended") return forgetUser();
  const note = { facts, waiting: getDefaultStore().get(syncStatusAtom).waiting };
  // First: whoever loads the page anew meanwhile is to read why.
  if (closed === null) signedOutNote.keep(note);
  if (!(await wipeDevice(closed ?? dataOwner()))) {
    signedOutNote.drop();
    return showToast(carriedWords("not-wiped"));
  }
  if (closed !== null) return showToast(CLOSED);
  showToast({ title: t`You were signed out`, description: signedOutWords(note) });
}

/** A device holds the data of one person: what another one left is removed before `userId` comes in. */
export async function removeOthers(userId: number): Promise<void> {
  await settleWipe();
  // Where it withstood again, that stands in nobody else's way.
  forgiveWipe();
  const former = dataOwner();
  if (former === null || former === userId) return;
  await clearSmall();
  await removeUnsentHere();
  await removeDatabaseOf(former);
}

async function fetchAuthStatus(): Promise<{ authenticated: boolean; sessionID: string }> {
  try {
    return await call(AUTH_ENDPOINTS.authStatus, {});
  } catch (error) {
    logProblem("The auth status could not be read", error);
    return { authenticated: false, sessionID: UNREAD };
  }
}
