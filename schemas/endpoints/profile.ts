import { MessageOutput } from "#schemas/auth.ts";
import { ConfirmEmailInput, ConfirmEmailOutput, EmailInput, PictureInput, PictureOutput } from "#schemas/profile.ts";
import type { Endpoint } from "./endpoint.ts";

/** One's own picture and e-mail address. */
export const PROFILE_ENDPOINTS = {
  picture: {
    method: "GET",
    path: "/api/profile/picture",
    access: "user",
    summary: "One's own picture",
    output: PictureOutput,
    errors: [],
  },
  setPicture: {
    method: "PUT",
    path: "/api/profile/picture",
    access: "user",
    summary: "Sets one's own picture: a square JPEG or WebP of 512 points at most",
    input: PictureInput,
    output: PictureOutput,
    errors: ["picture-refused"],
  },
  removePicture: {
    method: "DELETE",
    path: "/api/profile/picture",
    access: "user",
    summary: "Removes one's own picture",
    output: PictureOutput,
    errors: [],
  },
  changeEmail: {
    method: "POST",
    path: "/api/profile/email",
    access: "confirmed",
    summary: "Mails a link to a new address, which becomes one's own once the link is opened",
    input: EmailInput,
    output: MessageOutput,
    errors: ["email-same", "email-taken", "account-frozen", "rate-limited"],
  },
  proveEmail: {
    method: "POST",
    path: "/api/profile/email/prove",
    access: "user",
    summary: "Mails a link again that confirms one's own address, without which nothing is paid from a new account",
    output: MessageOutput,
    errors: ["rate-limited"],
  },
  confirmEmail: {
    method: "POST",
    path: "/api/profile/email/confirm",
    access: "anyone",
    summary: "Confirms the address that a mailed link belongs to; where it is another one, payments pause afterwards",
    input: ConfirmEmailInput,
    output: ConfirmEmailOutput,
    errors: ["email-token-invalid", "email-taken", "account-frozen", "rate-limited"],
  },
} as const satisfies Record<string, Endpoint>;
