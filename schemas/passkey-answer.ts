import * as v from "valibot";

/** Bytes as base64url, without padding; `max` characters at most. */
export function base64Url(max: number) {
  return v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/, "Malformed passkey"));
}

/** A credential id has 1023 bytes at most (WebAuthn, section 4). */
const CredentialId = base64Url(1364);
export const ClientData = base64Url(8192);
/** What extensions answered; none is asked, and browsers may send some. */
export const Extensions = v.optional(v.object({}), {});
export const CREDENTIAL = { id: CredentialId, rawId: CredentialId, type: v.literal("public-key") };

/** Names a challenge of ours; each is answered once, within five minutes. */
export const ChallengeId = base64Url(32);

/** What `navigator.credentials.get` answered, as JSON. */
const Assertion = v.object({
  ...CREDENTIAL,
  clientExtensionResults: Extensions,
  response: v.object({
    clientDataJSON: ClientData,
    authenticatorData: base64Url(8192),
    signature: base64Url(8192),
    userHandle: v.optional(v.nullable(base64Url(86))),
  }),
});
export type Assertion = v.InferOutput<typeof Assertion>;

/** A passkey that was shown, for one thing and once. */
export const PasskeyAnswerInput = v.strictObject({ challengeId: ChallengeId, response: Assertion });
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswerInput>;
