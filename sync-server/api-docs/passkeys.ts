import type { PASSKEYS_ENDPOINTS } from "#schemas/endpoints/passkeys.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const PASSKEYS_DOCS = {
  beginPasskeyLogin: {
    summary: "What a browser needs to sign in with a passkey, no name being given",
    errors: ["rate-limited"],
  },
  passkeyLogin: {
    summary: "Signs in with a passkey, which stands for password and second factor",
    errors: ["passkey-refused", "passkey-challenge-over", "passkey-cloned"],
  },
  beginPasskeyConfirmation: {
    summary: "What a browser needs to confirm by one of the user's passkeys",
    errors: [],
  },
  confirmByPasskey: {
    summary: "Opens the ten minutes of a confirmed session by passkey",
    errors: ["passkey-refused", "passkey-challenge-over", "passkey-cloned"],
  },
  passkeys: {
    summary: "One's own passkeys",
    errors: [],
  },
  beginPasskey: {
    summary: "What a browser needs to make a passkey",
    errors: ["passkeys-full"],
  },
  addPasskey: {
    summary: "Adds a passkey that the browser made",
    errors: ["passkey-refused", "passkey-challenge-over", "passkey-known", "passkeys-full"],
  },
  namePasskey: {
    summary: "Names a passkey of one's own",
    errors: ["passkey-unknown"],
  },
  removePasskey: {
    summary: "Removes a passkey of one's own; payments pause afterwards",
    errors: ["passkey-unknown"],
  },
} as const satisfies DocsOf<typeof PASSKEYS_ENDPOINTS>;
