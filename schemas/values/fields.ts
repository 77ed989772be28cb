import * as v from "valibot";
import { says } from "./field-sentences.ts";

/** A spec id: a per-collection counter that starts at 1. Zero stands for "not given one by the server yet". */
export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Id of a replicated row: 0 until the server has given it one. */
export const RowId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Client-made identity of a replicated document; the primary key on the device. */
export const Uid = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, "Malformed uid"));
/** One per confirmation of a person's: the same one again answers with what the first one did. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/, "Malformed idempotency key"));
/** An instant at the wire: ISO 8601 in UTC, with milliseconds. */
export const Instant = v.pipe(v.string(), v.isoTimestamp(), v.maxLength(30));
/** Milliseconds since the epoch. */
export const EpochMs = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A text of at most `max` UTF-16 units, possibly empty. */
export function textUpTo(max: number, message = says("at-most", { most: max })) {
  return v.pipe(v.string(), v.maxLength(max, message));
}

/** A trimmed text of 1 to `max` UTF-16 units; `required` is what it {@link says} of an empty one. */
export function requiredText(max: number, required: string) {
  return v.pipe(v.string(), v.trim(), v.minLength(1, required), v.maxLength(max, says("at-most", { most: max })));
}

/** Why an operator does something, in words: what began as a stored code would be read as the sentence of that code. */
export function reasonText(max: number) {
  return v.pipe(
    requiredText(max, says("say-why")),
    v.check((text) => !text.startsWith('{"code":'), says("say-why")),
  );
}

/** The shape (not the checksum) of an account address, G... (SEP-23 strkey). */
export const ACCOUNT_PATTERN = /^G[A-Z2-7]{55}$/;
/** The shape of a muxed address, M... (SEP-23, CAP-27). */
export const MUXED_PATTERN = /^M[A-Z2-7]{68}$/;
/** The shape of a federation name, name*domain (SEP-2). */
export const FEDERATION_PATTERN = /^[^*,\s]{1,64}\*[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

export const AccountAddress = v.pipe(v.string(), v.regex(ACCOUNT_PATTERN, says("account")));

/** Whether `text` has the shape of something a payment can be addressed to: G..., M... or name*domain. */
export function isPayableAddress(text: string): boolean {
  return ACCOUNT_PATTERN.test(text) || MUXED_PATTERN.test(text) || FEDERATION_PATTERN.test(text);
}

export const PayableAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(130),
  v.check(isPayableAddress, says("payable")),
);

/** An asset code: 1 to 12 ASCII letters and digits (Stellar's alphanum4 and alphanum12, and XLM for the native coin). */
export const AssetCode = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{1,12}$/, says("asset-code")));
export const NATIVE_CODE = "XLM";

/** JSON kept as it is. */
export const Json = v.unknown();
export const JsonList = v.array(v.unknown());
