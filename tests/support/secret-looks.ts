import { StrKey } from "@stellar/stellar-sdk";

const SECRET_KEY = /\bS[A-Z2-7]{55}\b/g;
/** What is shown of an API key but once: its id alone is no secret. */
const API_KEY = /astro_live_[0-9a-f]{16}_[0-9a-f]{64}/;
export const API_KEY_LOOKS = "an API key";
const ARGON2 = /\$argon2(?:id|i|d)\$/;

/** The kinds of secrets that a text seems to hold, by their looks alone; never the secrets themselves, since output is kept. */
export function secretsByLooks(text: string): string[] {
  const hasSeed = [...text.matchAll(SECRET_KEY)].some(([word]) => StrKey.isValidEd25519SecretSeed(word));
  return [
    ...(hasSeed ? ["a secret key"] : []),
    ...(ARGON2.test(text) ? ["a password hash"] : []),
    ...(API_KEY.test(text) ? [API_KEY_LOOKS] : []),
  ];
}
