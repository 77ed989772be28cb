import { ConfirmOutput } from "#schemas/auth.ts";
import { PasskeyAnswerInput } from "#schemas/passkey-answer.ts";
import {
  NewPasskeyInput,
  NewPasskeyOptionsOutput,
  PasskeyNameInput,
  PasskeyOptionsOutput,
  PasskeyParams,
  PasskeysOutput,
} from "#schemas/passkeys.ts";
import { UserOutput } from "#schemas/users.ts";
import type { Endpoint } from "./endpoint.ts";

/** Passkeys: signing in and confirming by one, and keeping them. */
export const PASSKEYS_ENDPOINTS = {
  beginPasskeyLogin: {
    method: "POST",
    path: "/api/login/passkey/options",
    access: "anyone",
    output: PasskeyOptionsOutput,
  },
  passkeyLogin: {
    method: "POST",
    path: "/api/login/passkey",
    access: "anyone",
    input: PasskeyAnswerInput,
    output: UserOutput,
  },
  beginPasskeyConfirmation: {
    method: "POST",
    path: "/api/confirm-identity/passkey/options",
    access: "user",
    output: PasskeyOptionsOutput,
  },
  confirmByPasskey: {
    method: "POST",
    path: "/api/confirm-identity/passkey",
    access: "user",
    input: PasskeyAnswerInput,
    output: ConfirmOutput,
  },
  passkeys: {
    method: "GET",
    path: "/api/passkeys",
    access: "user",
    output: PasskeysOutput,
  },
  beginPasskey: {
    method: "POST",
    path: "/api/passkeys/options",
    access: "confirmed",
    output: NewPasskeyOptionsOutput,
  },
  addPasskey: {
    method: "POST",
    path: "/api/passkeys",
    access: "confirmed",
    input: NewPasskeyInput,
    output: PasskeysOutput,
    status: 201,
  },
  namePasskey: {
    method: "PUT",
    path: "/api/passkeys/:id",
    access: "user",
    params: PasskeyParams,
    input: PasskeyNameInput,
    output: PasskeysOutput,
  },
  removePasskey: {
    method: "DELETE",
    path: "/api/passkeys/:id",
    access: "confirmed",
    params: PasskeyParams,
    output: PasskeysOutput,
  },
} as const satisfies Record<string, Endpoint>;
