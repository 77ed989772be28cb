import { ACCOUNT_ERRORS } from "./account-errors.ts";
import { AFFILIATE_ERRORS } from "./affiliate-errors.ts";
import { AUTOMATION_ERRORS } from "./automation-errors.ts";
import { CONTENT_ERRORS } from "./content-errors.ts";
import { DEVICE_ERRORS } from "./device-errors.ts";
import { DOMAIN_UNREADABLE, LIMIT_EXCEEDED, PICTURE_REFUSED } from "./error-cases.ts";
import { fillSentence } from "./fill-sentence.ts";
import { IDENTITY_ERRORS } from "./identity-errors.ts";
import { OPERATOR_ERRORS } from "./operator-errors.ts";
import { type SaidFacts, type ToldRefusal, writeSaid } from "./said.ts";
import { MARKET_MAKING_ERRORS } from "./market-making-errors.ts";
import { STAKING_ERRORS } from "./staking-errors.ts";
import { TRADING_ERRORS } from "./trading-errors.ts";

/** What fills the places of a refusal's sentence, as {@link SaidFacts} has it; never a secret. */
export type ErrorFacts = Readonly<SaidFacts>;

/**
 * What each refusal is called, its HTTP status, and the sentence a person reads, in English (ICU). How a fact is written is told by its name
 * (`word-facts.ts`); every place has its fact.
 */
export const ERRORS = {
  ...DEVICE_ERRORS,
  ...ACCOUNT_ERRORS,
  ...OPERATOR_ERRORS,
  ...IDENTITY_ERRORS,
  ...CONTENT_ERRORS,
  ...TRADING_ERRORS,
  ...STAKING_ERRORS,
  ...AFFILIATE_ERRORS,
  ...AUTOMATION_ERRORS,
  ...MARKET_MAKING_ERRORS,
  "body-malformed": [400, "The request could not be read as JSON."],
  "body-too-large": [413, "That is more than this server accepts at once."],
  "media-type-unsupported": [415, "This server accepts JSON only."],
  "not-found": [404, "There is nothing at this address."],
  "rate-limited": [
    429,
    "Too many attempts. Please wait {seconds, plural, one {{seconds} second} other {{seconds} seconds}} and try again.",
  ],
  "server-error": [500, "Something went wrong on our side. If it keeps happening, tell support this code: {errorId}."],
  busy: [
    503,
    "Too many people are signing in or up at this moment. Please try again in {seconds, plural, one {{seconds} second} other {{seconds} seconds}}.",
  ],

  "recipient-unknown": [400, "No user or address was found for that recipient."],
  "recipient-ambiguous": [409, "That name could mean two people. Ask for their address instead."],
  "recipient-closed": [409, "That account was closed and can no longer be paid."],
  "recipient-not-ready": [
    409,
    "The recipient has no account on the network yet. Send at least {minimum} XLM to create it.",
  ],
  "recipient-trustline-missing": [
    409,
    "The recipient has not added {assetCode} to their account, so it cannot be delivered.",
  ],
  "recipient-full": [409, "The recipient's account cannot hold that much {assetCode}."],
  "recipient-not-authorized": [409, "The issuer of {assetCode} has not authorised the recipient to hold it."],
  "asset-not-authorized": [409, "The issuer of {assetCode} has not authorised your account to send it."],
  "fee-balance-too-low": [409, "You need {fee} XLM more to pay the network fee."],
  "trustline-exists": [409, "You have added {assetCode} from that issuer already."],
  "trustline-own": [400, "You issue {assetCode} yourself, so it needs no adding."],
  "trustline-under-way": [409, "{assetCode} is being added or removed at this moment. Please wait until that is done."],
  "trustline-reserve-too-low": [
    409,
    "You need {missing} XLM more: the network keeps {reserve} XLM aside for each asset you add, besides its fee.",
  ],
  "trustline-balance-left": [409, "You still hold {amount} {assetCode}. Send it away or swap it first."],
  "trustline-offers-open": [409, "{assetCode} is bound in open offers. Cancel them first."],
  "trustline-in-pool": [409, "You have a share of a liquidity pool with {assetCode}. Withdraw it first."],
  "trustline-payment-open": [409, "A payment in {assetCode} is still under way. Please wait until it is done."],
  "issuer-missing": [404, "No account with that issuer's address exists on this network."],
  "domain-malformed": [400, "Enter a domain such as example.org."],
  "domain-unreadable": [409, DOMAIN_UNREADABLE],
  "domain-elsewhere": [409, "{domain} is about another network than this one."],
  "domain-without-assets": [404, "{domain} names no asset whose issuer on the network names {domain} in return."],
  "limit-exceeded": [403, LIMIT_EXCEEDED],
  "daily-limit-exceeded": [
    403,
    "With this you would send more than {limit} {unit} within 24 hours; {left} {unit} is left. Raise the limit in your security settings, or wait.",
  ],
  "spending-changed": [
    409,
    "Prices have moved since you looked at this, so that it asks for more than you showed. Nothing was done; please look at it again.",
  ],
  "recipient-not-allowed": [
    403,
    "This recipient is not on your list of allowed recipients, or not with this memo or number. Add it in your security settings first.",
  ],
  "recipient-on-hold": [403, "This address was added to your allowed recipients lately and can be paid from {until}."],
  "memo-required": [
    409,
    "This recipient takes nothing without a memo, by which they tell whose payment it is. Ask them for yours: without it the money could be lost.",
  ],
  "request-elsewhere": [409, "This payment request is for another network than this one, where nobody would see it."],
  "memo-fixed": [409, "This name is paid with the memo {memo} and no other. Take yours out, and that one is used."],
  "fees-risen": [
    409,
    "The fees have risen since you looked at this payment. Nothing was sent; please look at it again.",
  ],
  "recipient-changed": [
    409,
    "This name leads to another address now than the one you looked at. Nothing was sent; please look at it again.",
  ],
  "idempotency-key-reused": [409, "This confirmation was already used for a different payment. Please start again."],
  "confirmation-withdrawn": [
    409,
    "Your device asked after this confirmation before it arrived, so nothing was done. Please confirm it again.",
  ],
  "submission-unknown": [404, "There is no such payment."],
  "deposits-off": [409, "Deposits by Cash App are switched off at the moment."],
  "deposit-method-off": [409, "Deposits this way are switched off at the moment. Choose another one."],
  "deposit-claimed": [409, "A deposit with this transaction id is with us already."],
  "deposits-waiting": [
    409,
    "{most, plural, one {# deposit of yours waits} other {# deposits of yours wait}} to be looked at already. Please declare the next one when one of them was.",
  ],
  "claim-unknown": [404, "There is no such balance for you to claim."],
  "claim-gone": [409, "This balance is no longer there: it was claimed or taken back already."],
  "claim-under-way": [409, "You are claiming this balance already. Please wait a moment."],
  "claim-not-yet": [409, "This can be claimed from {from}."],
  "claim-expired": [409, "This could be claimed until {until}. It no longer can."],
  "claim-impossible": [409, "The conditions of this balance can never be met, so it cannot be claimed."],
  "claim-issuer-gone": [409, "The issuer of {assetCode} no longer exists, so it cannot be added to your account."],
  "claim-not-authorized": [409, "The issuer of {assetCode} has not authorised your account to hold it."],
  "claim-line-full": [409, "Your account cannot hold that much {assetCode}."],
  "claim-reserve-too-low": [
    409,
    "Claiming adds {assetCode} to your account, and the network keeps {reserve} XLM back for that. You need {missing} XLM more.",
  ],
  "claimable-reserve-too-low": [
    409,
    "The network keeps {reserve} XLM of yours back until this is claimed. You need {missing} XLM more.",
  ],
  "picture-refused": [400, PICTURE_REFUSED],
  "payments-halted": [503, "Payments in {assetCode} are paused while we check the books. Nothing was sent."],
  "network-unreachable": [503, "The Stellar network cannot be reached right now. Nothing was sent; please try again."],

  restoring: [
    503,
    "The service was set back to a backup, and is reading what the network holds since. What you have there is safe. Nothing can be sent until that is done.",
  ],
  "confirmed-before-restore": [
    409,
    "This was confirmed before the service was set back to a backup, and may have been done. Look at your history, and confirm it anew if it is not there.",
  ],
  "restore-not-waiting": [
    409,
    "There is no restore that waits to be confirmed, or it is another one than you looked at.",
  ],
  "restored-payment-known": [409, "This payment is not, or no longer, among those that nobody knows."],
  "restored-payment-unfit": [
    409,
    "What you named does not wait any more, or is owed to somebody else than this payment paid. Look again.",
  ],
  "sync-restored": [409, "The service was set back to a backup. This device compares all that it has with it."],
  "sync-message-malformed": [400, "The device sent a message this server does not understand."],
  "sync-collection-unknown": [404, "There is no such collection to synchronise."],
  "sync-field-read-only": [403, "That field cannot be changed from a device."],
  "sync-collection-read-only": [403, "That data cannot be changed from a device."],
  "sync-document-foreign": [403, "That document belongs to someone else."],
  "sync-too-many": [429, "Too many messages at once. The device will try again shortly."],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof ERRORS;
/** The English sentence of `code` with its facts filled in. Where one is missing the places stay, so that tests see it. */
export function sentenceOf(code: ErrorCode, facts: ErrorFacts = {}): string {
  return fillSentence(ERRORS[code][1], facts);
}

/** A refusal with a code of the table; one handler turns it into a response or an error ack. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(sentenceOf(code, facts), options);
    this.name = "AppError";
    this.code = code;
    this.facts = facts;
  }

  /** As it is stored where somebody reads it later, in whatever language. */
  get said(): string {
    return writeSaid(`error.${this.code}`, this.facts);
  }

  /** As answers tell it beside other things. */
  get told(): ToldRefusal {
    const { code, message, facts } = this;
    return { code, message, facts: { ...facts } };
  }

  /** The HTTP status that belongs to the code. */
  get status(): number {
    return ERRORS[this.code][0];
  }
}

/** Narrows a text off the wire to a code of the table. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}
