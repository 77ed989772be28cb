import * as v from "valibot";
import { base64Url, ChallengeId, ClientData, CREDENTIAL, Extensions } from "./passkey-answer.ts";
import { says } from "./values/field-sentences.ts";
import { Instant, requiredText } from "./values/fields.ts";

const Transport = v.picklist(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** What `navigator.credentials.create` answered, as JSON. Fields that nothing here reads are dropped. */
const Attestation = v.object({
  ...CREDENTIAL,
  clientExtensionResults: Extensions,
  response: v.object({
    clientDataJSON: ClientData,
    attestationObject: base64Url(32_768),
    transports: v.optional(v.pipe(v.array(Transport), v.maxLength(8)), []),
  }),
});
export type Attestation = v.InferOutput<typeof Attestation>;

const Name = requiredText(64, says("name-it"));
export const NewPasskeyInput = v.strictObject({ challengeId: ChallengeId, name: Name, response: Attestation });
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
  /** Whether payments pause once another is added; the first one of a new account is let off. */
  addingPauses: v.optional(v.boolean(), true),
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
