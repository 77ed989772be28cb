import * as v from "valibot";
import { says } from "./values/field-sentences.ts";
import { requiredText } from "./values/fields.ts";

/** Where the next key comes from: the vault makes it, unless an ed25519 key of a key management service is named. */
export const RotateKeyInput = v.strictObject({
  /** An AWS ARN, or a Google Cloud key version's resource name. */
  kmsKey: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+|projects\/[a-z][a-z0-9.:-]*\/locations\/[a-z][a-z0-9-]*\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+\/cryptoKeyVersions\/\d+)$/,
        says("kms-key"),
      ),
    ),
  ),
  /** Why, for the other operators. */
  reason: requiredText(500, says("say-why")),
});

/** A change of the key that signs for an account. */
export const RotateKeyOutput = v.strictObject({
  account: v.string(),
  /** The public key that signs until the network has the change. */
  formerSigner: v.string(),
  /** The public key that signs from then on. */
  signer: v.string(),
  submissionId: v.number(),
});
export type RotateKeyOutput = v.InferOutput<typeof RotateKeyOutput>;
