import { SESSION_ENDED } from "./error-cases.ts";

/**
 * The refusals whose sentences the app itself says, before it asks the server or beside its answer: name, HTTP status and English (ICU).
 * Their words are loaded with the app; all others come in the server's answers, and stand in `errors.ts`.
 */
export const DEVICE_ERRORS = {
  "input-invalid": [400, "Some of what was sent is not right. Please check the marked fields."],
  "session-required": [401, "Please sign in first."],
  // Told once more where a device that was signed out is opened.
  "session-ended": [401, SESSION_ENDED],
  "not-ready": [503, "The service is starting or cut off from its database. Please try again in a moment."],
  "client-outdated": [426, "This version of the app is too old to talk to the server. Please update it."],
  "origin-refused": [403, "This request came from another site and was refused."],
  "contacts-full": [
    409,
    "Your contacts take all the room that there is for them: 5,000 at most. Those that wait are saved as soon as you remove others.",
  ],
  "price-alerts-full": [
    409,
    "You have 50 price alerts, which is the most. Those that wait are kept as soon as you remove others.",
  ],
  "watchlist-full": [
    409,
    "You follow 200 markets, which is the most. Those that wait are kept as soon as you remove others.",
  ],
  "second-factor-required": [403, "Enter the code of your authenticator app, or a recovery code."],
  "amount-not-positive": [400, "Enter an amount greater than zero."],
  "balance-too-low": [
    409,
    "You can spend {spendable} {assetCode} at most; the rest is reserved by the network or by other payments.",
  ],
  "address-malformed": [
    400,
    "That is not a Stellar address. It starts with G (or M) and ends where it was copied whole.",
  ],
  "deposit-too-small": [422, "One deposit is {amount} USD or more."],
  "deposit-too-large": [422, "One deposit is {amount} USD at most."],
  "close-destination-missing": [409, "That account does not exist on the network yet, so the rest cannot go there."],
  "memo-too-long": [400, "A memo holds 28 bytes at most."],
  "memo-hidden-marks": [
    400,
    "This memo has hidden marks in it, which would show it as something else than it is. Type it in by hand.",
  ],
  "memo-not-number": [400, "A memo of this kind is a whole number, such as 1234567."],
  "memo-not-hash": [400, "A memo of this kind has 64 characters, each 0 to 9 or a to f."],
  "price-malformed": [400, "Enter a price such as 0.25."],
  "price-too-extreme": [400, "The network has no price that large or that small. Choose another."],
  "password-required": [403, "Enter your password to send."],
  "recipient-is-self": [400, "That is your own address. Choose someone else to send to."],
  "wallet-not-ready": [409, "Your wallet is still being set up on the network. Please try again in a moment."],
  "asset-unknown": [400, "You do not hold {assetCode} from that issuer."],
  "amount-malformed": [400, "Enter an amount such as 12.5."],
  "amount-too-large": [400, "That amount is larger than the network can hold."],
  "amount-too-precise": [400, "Amounts have at most 7 decimal places."],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type DeviceErrorCode = keyof typeof DEVICE_ERRORS;

/** Narrows a text to a code that the app has a sentence for. */
export function isDeviceErrorCode(text: string): text is DeviceErrorCode {
  return Object.hasOwn(DEVICE_ERRORS, text);
}

/** Whether a text is written as the codes of refusals are: what a proxy answers has none. */
export function looksLikeErrorCode(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}
