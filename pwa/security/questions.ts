import type * as v from "valibot";
import { call } from "#pwa/platform/api/call.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { type Question, useAnswer } from "./use-answer.ts";

function question<T>(
  { path, output }: { readonly path: string; readonly output: v.GenericSchema<unknown, T> },
  ask: Question<T>["ask"],
): Question<T> {
  return { path, schema: output, ask };
}

const SECURITY = question(ENDPOINTS.security, (options) => call(ENDPOINTS.security, options));
const TWO_FACTOR = question(ENDPOINTS.twoFactor, (options) => call(ENDPOINTS.twoFactor, options));
const PASSKEYS = question(ENDPOINTS.passkeys, (options) => call(ENDPOINTS.passkeys, options));
const ALLOW_LIST = question(ENDPOINTS.allowList, (options) => call(ENDPOINTS.allowList, options));
const SESSIONS = question(ENDPOINTS.sessions, (options) => call(ENDPOINTS.sessions, options));

/** All that is asked once after a sign-in, so that it can be read without a connection later. */
export const KEPT_QUESTIONS = [SECURITY, TWO_FACTOR, PASSKEYS, ALLOW_LIST, SESSIONS] as const;

/** The limits and locks of one's own account. */
export const useSecurity = () => useAnswer(SECURITY);
export const useTwoFactor = () => useAnswer(TWO_FACTOR);
export const usePasskeys = () => useAnswer(PASSKEYS);
export const useAllowList = () => useAnswer(ALLOW_LIST);
export const useSessions = () => useAnswer(SESSIONS);
