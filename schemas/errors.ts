import { DEVICE_ERRORS } from "./device-errors.ts";
import { DOMAIN_UNREADABLE, EXCHANGE_LIMIT_EXCEEDED, LIMIT_EXCEEDED, PICTURE_REFUSED } from "./error-cases.ts";
import { fillSentence } from "./fill-sentence.ts";
import { type SaidFacts, type ToldRefusal, writeSaid } from "./said.ts";

/** What fills the places of a refusal's sentence, as {@link SaidFacts} has it; never a secret. */
export type ErrorFacts = Readonly<SaidFacts>;

/**
 * What each refusal is called, its HTTP status, and the sentence a person reads, in English (ICU). How a fact is written is told by its name
 * (`word-facts.ts`); every place has its fact.
 */
export const ERRORS = {
  ...DEVICE_ERRORS,
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

  "admin-required": [403, "Admin privileges required"],
  "role-required": [403, "Your role does not allow this. A super can give you one that does."],
  "operator-factor-required": [
    403,
    "Operators need a second factor here. Set one up in your security settings, then this is open to you.",
  ],
  "operator-above": [403, "This is an operator's account. Only a super can do this to it."],
  "operator-unknown": [404, "This user is no operator."],
  "roles-same": [409, "This user has exactly these roles already."],
  "invitation-unknown": [404, "There is no such invitation."],
  "invitation-ended": [409, "This invitation no longer waits. Please look at it again."],
  "invitation-open": [409, "An invitation to this address waits already. Withdraw it first."],
  "invitation-invalid": [400, "This invitation is no longer valid. Ask whoever invited you for a new one."],
  "invitation-of-another": [
    403,
    "This invitation was made for another email address. Sign in with the account of that address.",
  ],
  "invitation-operator": [409, "You are an operator already. A super can change your roles."],
  "confirmation-required": [403, "Please confirm that it is you: enter your password again."],
  "credentials-wrong": [401, "Invalid username or password"],
  "admin-credentials-wrong": [401, "Invalid admin credentials"],
  "not-an-admin": [403, "User does not have admin privileges"],
  "second-factor-wrong": [403, "That code is not right, or it was used already. Each code works once."],
  "second-factor-on": [409, "The second factor is on already. Switch it off first to set up another."],
  "second-factor-off": [409, "No second factor is set up for this account."],
  "passkey-refused": [403, "That passkey was not accepted. Please try again, or use your password."],
  "passkey-challenge-over": [403, "This took too long, or was answered already. Please try again."],
  "passkey-cloned": [
    403,
    "A copy of this passkey seems to be in use. Sign in with your password, remove it, and make another.",
  ],
  "passkey-known": [409, "This passkey is registered already."],
  "passkey-unknown": [404, "There is no such passkey."],
  "passkeys-full": [409, "An account has 20 passkeys at most. Remove one first."],
  "account-closed": [403, "This account was closed. Nothing can be opened with it any more."],
  "account-closing": [409, "This account is being closed, so nothing new can be begun with it."],
  "close-payments-open": [409, "Payments of this account are still under way. Please wait until they are done."],
  "close-deposits-open": [409, "A deposit of yours is not settled yet. Please wait until it is."],
  "close-set-aside-open": [
    409,
    "What you set aside for others is not claimed yet. Take it back, or wait until they have it.",
  ],
  "close-xlm-left": [409, "You still have {amount} XLM. Say where it should go, or send it away first."],
  "close-operator": [403, "An operator's account cannot be closed. Another operator has to take the role away first."],
  "session-unknown": [404, "That session has ended already."],
  "password-common": [
    400,
    "This password is one of those that are guessed first. Please choose another, such as a few words that do not belong together.",
  ],
  "password-like-name": [400, "This password is too much like your name or email address. Please choose another."],
  "username-taken": [409, "That username is taken. Please choose another."],
  "email-taken": [409, "An account with that email already exists. Sign in, or reset the password."],
  "email-same": [400, "That is your email address already."],
  "email-token-invalid": [400, "This link is no longer valid. Ask for a new one in your settings."],
  "name-not-shared": [404, "That word does not mean this user and another one."],
  "unique-user-id-taken": [409, "That user ID is taken. Please choose another."],
  "reset-token-invalid": [400, "This reset link is no longer valid. Please ask for a new one."],

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
  "exchange-limit-exceeded": [403, EXCHANGE_LIMIT_EXCEEDED],
  "exchange-not-allowed": [
    403,
    "This gives away {amount} {unit} more than it surely brings back. While only allowed recipients are paid, nothing is given away: choose a better price, or an asset that is listed here.",
  ],
  "spending-changed": [
    409,
    "Prices have moved since you looked at this, so that it asks for more than you showed. Nothing was done; please look at it again.",
  ],
  "account-frozen": [403, "This account is frozen, and nothing can be sent from it. Please contact support."],
  "kyc-required": [403, "Please verify your identity first: payments need it here."],
  "mailbox-unproven": [
    403,
    "Confirm your email address first: open the link that we mailed you, or have it mailed again in your settings.",
  ],
  "cool-off": [
    403,
    "Your password or second factor was changed lately. For your safety nothing can be sent until {until}.",
  ],
  "recipient-not-allowed": [
    403,
    "This recipient is not on your list of allowed recipients, or not with this memo or number. Add it in your security settings first.",
  ],
  "recipient-on-hold": [403, "This address was added to your allowed recipients lately and can be paid from {until}."],
  "password-wrong": [403, "That password is not right."],
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
  "submission-not-waiting": [409, "This payment no longer waits for a decision. Please look at it again."],
  "operator-own": [403, "You cannot do this to your own account. Another operator has to."],
  "approval-own": [403, "You cannot approve a payment of your own. Another operator has to."],
  "operator-frozen": [403, "Your own account is frozen, so nothing can be decided with it. Another operator has to."],
  "proposal-unknown": [404, "There is no such proposal."],
  "view-unknown": [404, "There is no such view."],
  "views-full": [409, "You have saved fifty views. Remove one first."],
  "list-moved": [409, "This list has changed since all of it was chosen. Please look at it again, and choose anew."],
  "proposal-decided": [409, "This proposal no longer waits. Please look at it again."],
  "proposal-own": [403, "You proposed this yourself. Another operator has to approve it."],
  "proposal-proposer-gone": [
    409,
    "Whoever proposed or approved this may not do so any more. Nothing was done; please propose it anew.",
  ],
  "proposal-too-soon": [
    409,
    "Somebody who became an operator lately does not count as one of two yet. This can be approved from {from}.",
  ],
  "proposal-changed": [409, "This is not what you were shown. Nothing was done; please look at the proposal again."],
  "proposal-outdated": [409, "Things have changed since this was proposed. Nothing was done; please propose it anew."],
  "proposal-open": [
    409,
    "This waits for a second operator already: look at proposal {id, plural, =0 {of another operator} other {{id}}}, or withdraw it first.",
  ],
  "proposal-not-yours": [403, "Only who proposed this can withdraw it. You can reject it."],
  "resolution-contradicted": [
    409,
    "Our own node says otherwise: ledger {ledger} holds it as {found, select, successful {successful} other {failed}}. Please look again.",
  ],
  "api-key-invalid": [
    401,
    "This API key is not valid: it is mistyped, was revoked, or has ended. Make another one under Profile and security.",
  ],
  "api-key-scope": [403, "This API key may not do this: it lacks the scope for it, or no API key may."],
  "api-key-elsewhere": [403, "This API key is not used from the addresses that it was made for."],
  "api-key-recipient": [
    403,
    "This API key pays only whom it was made for, each with exactly the memo or number on its list.",
  ],
  "api-key-limit": [
    403,
    "With this the API key would send more than {limit} {unit} within 24 hours; {left} {unit} is left.",
  ],
  "api-key-unknown": [404, "There is no such API key."],
  "api-keys-full": [409, "An account has 20 API keys at most. Revoke one first."],
  "allow-list-full": [409, "The list of allowed recipients holds 100 addresses at most."],
  "push-endpoint-refused": [400, "This browser's push service cannot be reached from here."],
  "limits-unfit": [
    409,
    "{limit, select, none {A limit is more than nothing. To let nothing out at all, freeze the account.} other {A limit is more than nothing, and at most the {limit} that the policy lets anybody send in a day.}}",
  ],
  "policy-locks-out": [
    409,
    "{how, select, limit {With a limit of nothing nobody could send anything. Type LOCK OUT if you mean it; nothing was changed.} other {Nobody has shown their identity yet, so nobody could send anything. Type LOCK OUT if you mean it; nothing was changed.}}",
  ],
  "fee-rule-unknown": [404, "There is no such fee rule."],
  "fee-rule-taken": [
    409,
    "Rule {id} is active for {operationType} of {assetCode} already. Change that one, or switch it off first.",
  ],
  "fee-time-unfit": [
    409,
    "A change of a fee holds at once, or from a time to come within a year. Choose such a time; nothing was changed.",
  ],
  "fee-asset-unknown": [
    409,
    "The account that takes the fees holds no single asset called {assetCode}, so it cannot take any in it.",
  ],
  "audit-row-unknown": [404, "The audit log has no row of this number."],
  "four-eyes-changed": [
    409,
    "What takes two operators was changed meanwhile. Nothing was done; please look at it again.",
  ],
  "interface-changed": [409, "This was set otherwise meanwhile. Nothing was done; please look at it again."],
  "listing-changed": [409, "The list of assets was changed meanwhile. Nothing was done; please look at it again."],
  "listing-known": [409, "This asset is listed already."],
  "listing-unknown": [404, "This asset is not listed here."],
  "listing-full": [
    409,
    "At most {most, plural, one {# asset is} other {# assets are}} listed at once. Take one off the list first.",
  ],
  "listing-code-taken": [
    409,
    "Another asset called {assetCode} is listed already, and nobody could tell the two apart. Take that one off the list first.",
  ],
  "listing-namesake": [
    409,
    "{assetCode} could be taken for {namesake}, which is listed. Confirm that you mean to list it all the same.",
  ],
  "listing-asset-missing": [
    404,
    "This issuer has issued no {assetCode} that anybody holds, so there is nothing to list yet.",
  ],
  "listing-powers-changed": [
    409,
    "What the issuer can do to holders is not what you were shown. Nothing was done; please look at the asset again.",
  ],
  "listing-is-dollar": [409, "All prices are counted in this asset. Choose another one as the dollar first."],
  "listing-pair-twice": [409, "{base} and {quote} are named twice. Name each pair once."],
  "asset-delisted": [
    409,
    "{assetCode} is no longer traded here. You can sell it, send it or remove it, but buy no more of it.",
  ],
  "deposits-off": [409, "Deposits by Cash App are switched off at the moment."],
  "deposit-method-off": [409, "Deposits this way are switched off at the moment. Choose another one."],
  "deposit-unknown": [404, "There is no such deposit."],
  "deposit-paid": [409, "The ledger shows that this deposit was paid after all. It is not paid again."],
  "deposit-not-waiting": [409, "This deposit was decided already. Please look at it again."],
  "deposit-claimed": [409, "A deposit with this transaction id is with us already."],
  "deposits-waiting": [
    409,
    "{most, plural, one {# deposit of yours waits} other {# deposits of yours wait}} to be looked at already. Please declare the next one when one of them was.",
  ],
  "deposit-duplicate": [
    409,
    "Another deposit with this transaction id was approved: {ids, select, another {another} other {{ids}}}. Reject one of them first.",
  ],
  "deposit-own": [403, "You cannot decide about a deposit of your own. Another operator has to."],
  "house-money-owed": [
    409,
    "Only {spendable} {assetCode} of this account is the house's own: the rest is owed to people whose deposits or payments wait.",
  ],
  "house-budget-used": [
    409,
    "The daily budget of this account of the house has {left} {assetCode} left: wait until its payments are a day old, or have the budget raised.",
  ],
  "house-budget-changed": [409, "This budget was set otherwise meanwhile. Nothing was done; please look at it again."],
  "house-asset-unknown": [409, "This account of the house does not hold {assetCode}, so it needs no budget of it."],
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
  "multisig-on": [409, "A key of your own signs already. Switch that off first to use another."],
  "multisig-off": [409, "No key of your own signs for this wallet."],
  "multisig-under-way": [
    409,
    "Who signs for this wallet is being changed at this moment. Please wait until that is done.",
  ],
  "multisig-key-own": [400, "That key belongs to this service already. Use one that only you hold."],
  "multisig-challenge-over": [409, "This took too long, or was used already. Please begin again."],
  "multisig-reserve-too-low": [
    409,
    "You need {missing} XLM more: the network keeps {reserve} XLM aside for a second key, besides its fee.",
  ],
  "signature-unreadable": [
    400,
    "This is not a signed transaction. Bring back what your wallet gave you, whole and unchanged.",
  ],
  "signature-for-other": [
    400,
    "This is another transaction than the one you were given. Sign that one, with nothing in it changed.",
  ],
  "signature-elsewhere": [400, "This was signed for another network. Set your wallet to the right one and sign again."],
  "signature-missing": [400, "Your own key has not signed this. Sign it with {key}."],
  "signature-too-late": [409, "This no longer waits for your signature. Please look at what became of it."],
  "give-up-too-late": [409, "This can no longer be given up. Please look at what became of it."],
  "rotation-needs-owner": [
    409,
    "This wallet needs its owner's own key as well, so its key cannot be changed from here. Its owner has to switch their key off first.",
  ],
  "suspense-unknown": [404, "There is no such item."],
  "suspense-decided": [409, "This item was decided already. Please look at it again."],
  "difference-unknown": [404, "No difference of this asset is open."],
  "kms-key-not-allowed": [
    403,
    "That key is not one of those that may sign here. Whoever runs the server names them in VAULT_KMS_PREFIXES.",
  ],
  "kms-key-unusable": [409, "That key of the key management service cannot be used: {problem}."],
  "picture-refused": [400, PICTURE_REFUSED],
  "report-unknown": [404, "There is no such report, or its picture was deleted."],
  "report-closed": [409, "This report is answered or closed already. Please look at it again."],
  "user-unknown": [404, "There is no such user."],
  "payments-halted": [503, "Payments in {assetCode} are paused while we check the books. Nothing was sent."],
  "network-unreachable": [503, "The Stellar network cannot be reached right now. Nothing was sent; please try again."],
  "market-behind": [
    503,
    "Our market data is {ledgers, plural, one {# ledger} other {# ledgers}} behind the network, so no price can be promised. Please try again in a moment.",
  ],
  "market-building": [503, "Our market data is being read in right now. Please try again in a minute."],
  "market-unreachable": [503, "This market cannot be read right now. Please try again in a moment."],
  "market-too-many": [
    409,
    "At most {most, plural, one {# market is} other {# markets are}} watched at once. Close one of them first.",
  ],
  "market-assets-unlisted": [404, "We quote prices only between assets that are listed here, and {asset} is not."],
  "quote-no-path": [409, "Nobody exchanges that much of {send} for {receive} right now. Try a smaller amount."],
  "pool-unknown": [404, "There is no such pool of two assets that are listed here."],

  "order-too-small": [400, "The network cannot trade so little at that price. Enter a larger amount."],
  "order-crosses-own": [
    409,
    "Your own order to {side, select, buy {buy} other {sell}} at {price} is in the way: nobody can trade with themselves. Cancel it first, or choose another price.",
  ],
  "order-unknown": [404, "This order is no longer open: it was filled or cancelled."],
  "order-moved": [409, "This order has changed since you looked at it. Nothing was done; please look at it again."],
  "order-under-way": [409, "This order is being changed at this moment. Please wait until that is done."],
  "trade-own-issue": [409, "You issue {assetCode} yourself, and one's own asset cannot be traded here."],
  "trade-not-authorized": [409, "The issuer of {assetCode} has not authorised your account to trade it."],
  "trade-orders-kept-only": [
    409,
    "The issuer of {assetCode} lets your account keep its open orders, but trade no more of it.",
  ],
  "trade-line-full": [409, "Your account can take {room} {assetCode} more at most; open orders count."],
  "trade-reserve-too-low": [
    409,
    "You need {missing} XLM more: the network keeps {reserve} XLM aside for this, besides its fee.",
  ],
  "trade-entries-full": [409, "An account holds 1,000 orders and assets at most. Cancel or remove some first."],
  "durable-unknown": [404, "There is no such order of yours."],
  "durable-over": [409, "This order has ended already."],
  "durable-too-many": [
    409,
    "At most {most, plural, one {# order waits} other {# orders wait}} at once. Cancel one of them first.",
  ],
  "durable-own-key": [
    409,
    "Your account needs a key of your own to sign, so nothing can be traded for you later. Place the order when its time has come.",
  ],
  "durable-end-wrong": [400, "Choose an end that lies ahead, within {days, plural, one {# day} other {# days}}."],
  "durable-start-wrong": [
    400,
    "Choose a first date that lies ahead, before the end and within {days, plural, one {# day} other {# days}}.",
  ],
  "durable-trigger-met": [
    409,
    "The price is {price} already, so this order would go out at once. Choose another price, or place a limit order.",
  ],
  "durable-legs-crossed": [400, "Set the stop below the take-profit price to sell, and above it to buy."],
  "durable-no-price": [409, "Nobody makes a price here now to follow. Say from which price on it shall follow."],
  "durable-price-beyond": [409, "The market was beyond the price that you set. Nothing was exchanged."],
  "pool-missing": [404, "There is no such pool."],
  "pool-empty": [409, "Nothing is left in this pool."],
  "pool-price-moved": [
    409,
    "The pool's price is outside of the bounds you set. Nothing was done; please look at it again.",
  ],
  "pool-deposit-too-small": [400, "This is too little for a share of the pool. Enter larger amounts."],
  "pool-under-way": [409, "Your shares of this pool are being changed at this moment. Please wait until that is done."],
  "pool-shares-too-low": [409, "You have {shares} shares of this pool."],
  "pool-below-minimum": [
    409,
    "These shares come to less than the least that you set. Nothing was done; please look at it again.",
  ],

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
