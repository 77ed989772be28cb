import type * as v from "valibot";
import { call } from "#pwa/platform/api/call.ts";
import { PASSKEYS_ENDPOINTS } from "#schemas/endpoints/passkeys.ts";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import { SESSIONS_ENDPOINTS } from "#schemas/endpoints/sessions.ts";
import { TWO_FACTOR_ENDPOINTS } from "#schemas/endpoints/two-factor.ts";
import { type Question, useAnswer } from "./use-answer.ts";

function question<T>(
  { path, output }: { readonly path: string; readonly output: v.GenericSchema<unknown, T> },
  ask: Question<T>["ask"],
): Question<T> {
  return { path, schema: output, ask };
}

const SECURITY = question(SECURITY_ENDPOINTS.security, (options) => call(SECURITY_ENDPOINTS.security, options));
const TWO_FACTOR = question(TWO_FACTOR_ENDPOINTS.twoFactor, (options) => call(TWO_FACTOR_ENDPOINTS.twoFactor, options));
const PASSKEYS = question(PASSKEYS_ENDPOINTS.passkeys, (options) => call(PASSKEYS_ENDPOINTS.passkeys, options));
const ALLOW_LIST = question(SECURITY_ENDPOINTS.allowList, (options) => call(SECURITY_ENDPOINTS.allowList, options));
const SESSIONS = question(SESSIONS_ENDPOINTS.sessions, (options) => call(SESSIONS_ENDPOINTS.sessions, options));

/** All that is asked once after a sign-in, so that it can be read without a connection later. */
export const KEPT_QUESTIONS = [SECURITY, TWO_FACTOR, PASSKEYS, ALLOW_LIST, SESSIONS] as const;

/** The limits and locks of one's own account. */
export const useSecurity = () => useAnswer(SECURITY);
export const useTwoFactor = () => useAnswer(TWO_FACTOR);
export const usePasskeys = () => useAnswer(PASSKEYS);
export const useAllowList = () => useAnswer(ALLOW_LIST);
export const useSessions = () => useAnswer(SESSIONS);
