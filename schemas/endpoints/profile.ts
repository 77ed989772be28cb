import { MessageOutput } from "#schemas/auth.ts";
import { ConfirmEmailInput, ConfirmEmailOutput, EmailInput, PictureInput, PictureOutput } from "#schemas/profile.ts";
import type { Endpoint } from "./endpoint.ts";

/** One's own picture and e-mail address. */
export const PROFILE_ENDPOINTS = {
  picture: {
    method: "GET",
    path: "/api/profile/picture",
    access: "user",
    output: PictureOutput,
  },
  setPicture: {
    method: "PUT",
    path: "/api/profile/picture",
    access: "user",
    input: PictureInput,
    output: PictureOutput,
  },
  removePicture: {
    method: "DELETE",
    path: "/api/profile/picture",
    access: "user",
    output: PictureOutput,
  },
  changeEmail: {
    method: "POST",
    path: "/api/profile/email",
    access: "confirmed",
    input: EmailInput,
    output: MessageOutput,
  },
  proveEmail: {
    method: "POST",
    path: "/api/profile/email/prove",
    access: "user",
    output: MessageOutput,
  },
  confirmEmail: {
    method: "POST",
    path: "/api/profile/email/confirm",
    access: "anyone",
    input: ConfirmEmailInput,
    output: ConfirmEmailOutput,
  },
} as const satisfies Record<string, Endpoint>;
