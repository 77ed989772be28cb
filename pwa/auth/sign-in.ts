import { t } from "@lingui/core/macro";
import { signInByPasskey } from "#pwa/parts/identify/passkey-calls.ts";
import { PasskeyProblem } from "#pwa/parts/identify/passkey-ceremony.ts";
import type { Session } from "#pwa/parts/session/session.tsx";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import type { LoginInput, RegisterInput } from "#schemas/auth.ts";
import { AUTH_ENDPOINTS } from "#schemas/endpoints/auth.ts";
import { isMissingCode } from "./asks-for-code.ts";
import { loginFailure, registerFailure } from "./failure-messages.ts";

type Enter = Session["enter"];

/** Signs in and leaves by a full page load; rejects, after its toast, when refused. */
export function login(enter: Enter, input: LoginInput): Promise<void> {
  return tellingRefusal(() => enter(() => call(AUTH_ENDPOINTS.login, { body: input }), "signed-in"));
}

/** The same by whichever passkey the person shows; rejects without a toast where none was shown. */
export function loginByPasskey(enter: Enter): Promise<void> {
  return tellingRefusal(() => enter(signInByPasskey, "signed-in"));
}

/** Makes an account and leaves by a full page load; rejects, after its toast, when refused. */
export async function register(enter: Enter, input: RegisterInput): Promise<void> {
  try {
    await enter(() => call(AUTH_ENDPOINTS.register, { body: input }), "registered");
  } catch (error) {
    showToast({ title: t`Registration failed`, description: registerFailure(error), tone: "destructive" });
    throw error;
  }
}

async function tellingRefusal(signIn: () => Promise<void>): Promise<void> {
  try {
    await signIn();
  } catch (error) {
    if (!isMissingCode(error) && !(error instanceof PasskeyProblem))
      showToast({ title: t`Login failed`, description: loginFailure(error), tone: "destructive" });
    throw error;
  }
}
