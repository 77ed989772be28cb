/** Which field of a review a refused proof is said at: a passkey that did not do is asked for again where the password is. */
export const FIELD_OF_PROOF = {
  "password-required": "password",
  "password-wrong": "password",
  "passkey-challenge-over": "password",
  "passkey-refused": "password",
  "passkey-cloned": "password",
  "second-factor-required": "code",
  "second-factor-wrong": "code",
} as const;
