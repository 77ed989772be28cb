import * as v from "valibot";
import { Email } from "./auth.ts";
import { says } from "./values/field-sentences.ts";

/** Devices shrink a picture to a square of this many points before they send it. */
export const PICTURE_SIDE = 192;
/** The largest square that the server takes. */
export const PICTURE_MAX_SIDE = 512;
export const PICTURE_MAX_BYTES = 40 * 1024;
/** A mailed link that confirms an address works for one hour. */
export const EMAIL_TOKEN_MS = 60 * 60 * 1000;
/** One that shows the mailbox of a new account to be its owner's, for a day. */
export const PROOF_TOKEN_MS = 24 * 60 * 60 * 1000;

/** The bytes of a JPEG or WebP file, in base64. */
export const PictureInput = v.strictObject({
  image: v.pipe(
    v.string(),
    v.maxLength(Math.ceil(PICTURE_MAX_BYTES / 3) * 4, says("own-picture-too-large")),
    v.regex(/^[A-Za-z0-9+/]+={0,2}$/, "Malformed picture"),
  ),
});

const PictureUrl = v.pipe(v.string(), v.regex(/^data:image\/(?:jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/));

/** One's own picture; both null where there is none. `id` changes with the picture, `image` is a data: URL of a JPEG or WebP. */
export const PictureOutput = v.strictObject({ id: v.nullable(v.string()), image: v.nullable(PictureUrl) });
export type PictureOutput = v.InferOutput<typeof PictureOutput>;

export const EmailInput = v.strictObject({ email: Email });
export const ConfirmEmailInput = v.strictObject({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, "Malformed token")),
});
/** `proven` where the address is the one that was given before, `changed` where it is another, which may wait to be used. */
export const ConfirmEmailOutput = v.strictObject({
  outcome: v.picklist(["proven", "changed", "waits"]),
  message: v.string(),
});
export type ConfirmEmailOutput = v.InferOutput<typeof ConfirmEmailOutput>;
