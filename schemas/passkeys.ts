import * as v from "valibot";
import { Instant, requiredText } from "./values/fields.ts";

/** Bytes as base64url, without padding; `max` characters at most. */
function base64Url(max: number) {
  return v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/, "Malformed passkey"));
}

/** A credential id has 1023 bytes at most (WebAuthn, section 4). */
const CredentialId = base64Url(1364);
const ClientData = base64Url(8192);
/** What extensions answered; none is asked, and browsers may send some. */
const Extensions = v.optional(v.object({}), {});
const credential = { id: CredentialId, rawId: CredentialId, type: v.literal("public-key") };
const Transport = v.picklist(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** Names a challenge of ours; each is answered once, within five minutes. */
const ChallengeId = base64Url(32);

/** What `navigator.credentials.create` answered, as JSON. Fields that nothing here reads are dropped. */
const Attestation = v.object({
  ...credential,
  clientExtensionResults: Extensions,
  response: v.object({
    clientDataJSON: ClientData,
    attestationObject: base64Url(32_768),
    transports: v.optional(v.pipe(v.array(Transport), v.maxLength(8)), []),
  }),
});
export type Attestation = v.InferOutput<typeof Attestation>;

/** What `navigator.credentials.get` answered, as JSON. */
const Assertion = v.object({
  ...credential,
  clientExtensionResults: Extensions,
  response: v.object({
    clientDataJSON: ClientData,
    authenticatorData: base64Url(8192),
    signature: base64Url(8192),
    userHandle: v.optional(v.nullable(base64Url(86))),
  }),
});
export type Assertion = v.InferOutput<typeof Assertion>;

const Name = requiredText(64, "Name it");
export const NewPasskeyInput = v.strictObject({ challengeId: ChallengeId, name: Name, response: Attestation });
export const PasskeyAnswerInput = v.strictObject({ challengeId: ChallengeId, response: Assertion });
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswerInput>;
export const PasskeyNameInput = v.strictObject({ name: Name });
export const PasskeyParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed passkey number"), v.transform(Number)),
});

const Descriptor = v.object({
  id: v.string(),
  type: v.string(),
  transports: v.optional(v.array(v.string())),
});

/** For `navigator.credentials.create`, as JSON, and the challenge to name with its answer. */
export const NewPasskeyOptionsOutput = v.strictObject({
  challengeId: v.string(),
  options: v.object({
    challenge: v.string(),
    rp: v.object({ name: v.string(), id: v.optional(v.string()) }),
    user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
    pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.string() })),
    timeout: v.optional(v.number()),
    attestation: v.optional(v.string()),
    excludeCredentials: v.optional(v.array(Descriptor)),
    authenticatorSelection: v.optional(
      v.object({
        residentKey: v.optional(v.string()),
        requireResidentKey: v.optional(v.boolean()),
        userVerification: v.optional(v.string()),
      }),
    ),
  }),
});

/** For `navigator.credentials.get`, as JSON, and the challenge to name with its answer. */
export const PasskeyOptionsOutput = v.strictObject({
  challengeId: v.string(),
  options: v.object({
    challenge: v.string(),
    rpId: v.optional(v.string()),
    timeout: v.optional(v.number()),
    allowCredentials: v.optional(v.array(Descriptor)),
    userVerification: v.optional(v.string()),
  }),
});

/** One's own passkeys, oldest first. */
export const PasskeysOutput = v.strictObject({
  passkeys: v.array(
    v.strictObject({
      id: v.number(),
      name: v.string(),
      createdAt: Instant,
      lastUsedAt: v.nullable(Instant),
      /** Whether the person's other devices may have it too. */
      isSynced: v.boolean(),
    }),
  ),
});
export type PasskeysOutput = v.InferOutput<typeof PasskeysOutput>;
