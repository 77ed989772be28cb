import { call } from "#pwa/platform/api/call.ts";
import type { OutputOf } from "#schemas/endpoints.ts";
import { PASSKEYS_ENDPOINTS } from "#schemas/endpoints/passkeys.ts";
import type { PasskeyAnswer } from "#schemas/passkey-answer.ts";
import type { PasskeysOutput } from "#schemas/passkeys.ts";
import { makePasskey, showPasskey } from "./passkey-ceremony.ts";

/** Signs in with whichever passkey the person chooses; answers with who they are. */
export async function signInByPasskey(): Promise<OutputOf<typeof PASSKEYS_ENDPOINTS.passkeyLogin>> {
  const { challengeId, options } = await call(PASSKEYS_ENDPOINTS.beginPasskeyLogin, {});
  return call(PASSKEYS_ENDPOINTS.passkeyLogin, { body: { challengeId, response: await showPasskey(options) } });
}

/** Has the person show one of their own passkeys; the answer is good once, with one confirmation of this session. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const { challengeId, options } = await call(PASSKEYS_ENDPOINTS.beginPasskeyConfirmation, {});
  return { challengeId, response: await showPasskey(options) };
}

/** Shows the server who is there by one of the person's own passkeys. */
export async function confirmByPasskey(): Promise<void> {
  await call(PASSKEYS_ENDPOINTS.confirmByPasskey, { body: await askForPasskey() });
}

/** Makes a passkey on this device and adds it; answers with all of them. Wants a confirmed session. */
export async function addPasskey(name: string): Promise<PasskeysOutput> {
  const { challengeId, options } = await call(PASSKEYS_ENDPOINTS.beginPasskey, {});
  return call(PASSKEYS_ENDPOINTS.addPasskey, { body: { challengeId, name, response: await makePasskey(options) } });
}
