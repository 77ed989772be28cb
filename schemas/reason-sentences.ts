/**
 * Why something came to nothing, as ICU sentences in English by their ids: what is stored with payments, trades and standing orders, beside
 * refusals, which are stored by their own codes.
 */
export const REASON_SENTENCES = {
  "reason.given-up": "You gave it up. Nothing was sent.",
  "reason.not-taken": "The network did not take it in time. Nothing was sent.",
  "reason.too-little-to-open":
    "The recipient's account was closed in the meantime. To open it anew you would have to send at least {least} XLM.",
  "reason.restored":
    "The service was set back to a backup before it was known to be sent. The network does not have it, and it will not be sent. Confirm it again if you still want it.",
  "reason.payer-gone": "The account it would be paid from is gone.",
  "reason.own-key-needed": "The account needs its owner's own key as well.",
  "reason.signed-too-late": "It was not signed in time. Nothing was sent.",
  "reason.ledger-forgotten": "the network no longer remembers the ledgers in which it may be",
  "reason.sequence-used": "its sequence number was used, but no ledger shows by what",

  "reason.late": "It could not go out within a day of its date.",
  "reason.unannounced": "It could not be announced a day ahead, since our service was away.",
  "reason.left-out": "You left this one out.",
  "reason.no-trades": "None of the planned trades was made.",
  "reason.no-payments": "None of the planned payments was made.",
  "reason.no-trades-since": "None of the planned trades was made. {why}",
  "reason.no-payments-since": "None of the planned payments was made. {why}",
  "reason.asset-delisted": "{assetCode} is no longer traded here.",
  "reason.account-frozen": "The account was frozen.",
  "reason.account-closed": "The account was closed.",
  "reason.account-closing": "The account is being closed.",

  "reason.automation-drawdown": "It is {percent}% below its height. It pauses until you look at it and let it go on.",
  "reason.automation-replay":
    "A day played again gave other signals than it had given. It pauses until we have found out why, and you let it go on.",
  "reason.automation-fees": "What the operator charges for a trade has changed. Look at it, and let it go on.",
  "reason.automation-unpaid": "What its start costs could not be paid.",
  "reason.market-outdated": "The pool had been stopped, or the market had moved on. Nothing was sent.",
  "reason.signal-daily-limit": "The purchases of that day had come to the limit that you set.",
  "reason.signal-cooling": "It bought nothing for some time after a loss.",
  "reason.signal-gone": "Its price was gone before it could be traded.",
  "reason.signal-late": "Our service was away when it was given. It came too late to be traded.",
  "reason.signal-replaced": "A later signal took its place.",
  "reason.signal-nothing": "There was nothing left that it could trade.",
  "reason.signal-paused": "The automation was paused or stopped.",

  "reason.nobody-confirmed": "Nobody confirmed it.",
  "reason.sign-in-changed": "How you sign in was changed meanwhile.",
  "reason.nobody-decided": "Nobody decided it in time.",

  // By the network's own codes.
  "failure.any": "The network refused it.",
  "failure.other": "The network refused it ({name}).",
  "failure.tx-insufficient-balance": "The account did not hold enough XLM to pay the network fee.",
  "failure.tx-insufficient-fee": "The network asked for a higher fee than was offered.",
  "failure.tx-no-account": "The account it would be paid from does not exist on the network.",
  "failure.tx-bad-auth": "The network did not accept the account's signature.",
  "failure.tx-bad-auth-extra": "The network did not accept the account's signature.",
  "failure.tx-bad-seq": "Another payment of the account took its place.",
  "failure.tx-too-late": "The network did not take it in time.",
  "failure.tx-internal-error": "The network failed while it handled the payment.",
  "failure.op-bad-auth": "The network did not accept the account's signature.",
  "failure.op-no-account": "The account it would be paid from does not exist on the network.",
  "failure.op-not-supported": "The network does not carry this out at the moment.",
  "failure.op-exceeded-work-limit":
    "It would have crossed more orders than the network allows at once. Try a smaller amount.",
  "failure.op-too-many-subentries": "The account holds as many entries as the network allows.",
  "failure.payment-malformed": "The network found the payment malformed.",
  "failure.payment-underfunded": "The account did not hold enough to send this amount and keep its reserve.",
  "failure.payment-src-no-trust": "The account does not hold this asset.",
  "failure.payment-src-not-authorized": "The issuer has not authorised the account to send this asset.",
  "failure.payment-no-destination": "The recipient has no account on the network.",
  "failure.payment-no-trust": "The recipient has not added this asset to their account.",
  "failure.payment-not-authorized": "The issuer has not authorised the recipient to hold this asset.",
  "failure.payment-line-full": "The recipient's account cannot hold that much.",
  "failure.payment-no-issuer": "The issuer of this asset does not exist.",
  "failure.change-trust-no-issuer": "The issuer of this asset does not exist.",
  "failure.change-trust-invalid-limit": "The account still holds this asset.",
  "failure.change-trust-low-reserve":
    "The account did not hold enough XLM for the network to keep aside for one more asset.",
  "failure.change-trust-self-not-allowed": "An issuer holds no line to its own asset.",
  "failure.change-trust-cannot-delete": "The account has a share of a liquidity pool with this asset.",
  "failure.claim-claimable-balance-does-not-exist": "It was claimed or taken back before.",
  "failure.claim-claimable-balance-cannot-claim": "It could not be claimed at that time.",
  "failure.claim-claimable-balance-line-full": "The account cannot hold that much.",
  "failure.claim-claimable-balance-no-trust": "The account does not hold this asset.",
  "failure.claim-claimable-balance-not-authorized": "The issuer has not authorised the account to hold this asset.",
  "failure.claim-claimable-balance-trustline-frozen": "The issuer has frozen this asset in the account.",
  "failure.create-claimable-balance-malformed": "The network found the payment malformed.",
  "failure.create-claimable-balance-low-reserve":
    "The account did not hold enough XLM for the reserve that the network keeps back.",
  "failure.create-claimable-balance-no-trust": "The account does not hold this asset.",
  "failure.create-claimable-balance-not-authorized": "The issuer has not authorised the account to send this asset.",
  "failure.create-claimable-balance-underfunded":
    "The account did not hold enough to send this amount and keep its reserve.",
  "failure.manage-sell-offer-malformed": "The network found the order malformed.",
  "failure.manage-sell-offer-sell-no-trust": "The account does not hold the asset that it gives.",
  "failure.manage-sell-offer-buy-no-trust": "The account has not added the asset that it would get.",
  "failure.manage-sell-offer-sell-not-authorized": "The issuer has not authorised the account to give this asset.",
  "failure.manage-sell-offer-buy-not-authorized": "The issuer has not authorised the account to get this asset.",
  "failure.manage-sell-offer-line-full": "The account cannot hold as much of the asset that it would get.",
  "failure.manage-sell-offer-underfunded":
    "The account did not hold enough of what it gives, beside its reserve and other open orders.",
  "failure.manage-sell-offer-cross-self": "An order of the account's own was in the way. Nothing was traded.",
  "failure.manage-sell-offer-sell-no-issuer": "The issuer of this asset does not exist.",
  "failure.manage-sell-offer-buy-no-issuer": "The issuer of this asset does not exist.",
  "failure.manage-sell-offer-not-found":
    "The order was no longer open: it was filled or cancelled before. Nothing else happened.",
  "failure.manage-sell-offer-low-reserve":
    "The account did not hold enough XLM for the network to keep aside for one more order.",
  "failure.manage-buy-offer-malformed": "The network found the order malformed.",
  "failure.manage-buy-offer-sell-no-trust": "The account does not hold the asset that it gives.",
  "failure.manage-buy-offer-buy-no-trust": "The account has not added the asset that it would get.",
  "failure.manage-buy-offer-sell-not-authorized": "The issuer has not authorised the account to give this asset.",
  "failure.manage-buy-offer-buy-not-authorized": "The issuer has not authorised the account to get this asset.",
  "failure.manage-buy-offer-line-full": "The account cannot hold as much of the asset that it would get.",
  "failure.manage-buy-offer-underfunded":
    "The account did not hold enough of what it gives, beside its reserve and other open orders.",
  "failure.manage-buy-offer-cross-self": "An order of the account's own was in the way. Nothing was traded.",
  "failure.manage-buy-offer-sell-no-issuer": "The issuer of this asset does not exist.",
  "failure.manage-buy-offer-buy-no-issuer": "The issuer of this asset does not exist.",
  "failure.manage-buy-offer-not-found":
    "The order was no longer open: it was filled or cancelled before. Nothing else happened.",
  "failure.manage-buy-offer-low-reserve":
    "The account did not hold enough XLM for the network to keep aside for one more order.",
  "failure.path-payment-strict-send-malformed": "The network found the exchange malformed.",
  "failure.path-payment-strict-send-underfunded":
    "The account did not hold enough of what it gives, beside its reserve and open orders.",
  "failure.path-payment-strict-send-src-no-trust": "The account does not hold the asset that it gives.",
  "failure.path-payment-strict-send-src-not-authorized":
    "The issuer has not authorised the account to give this asset.",
  "failure.path-payment-strict-send-no-destination": "The recipient has no account on the network.",
  "failure.path-payment-strict-send-no-trust": "The account has not added the asset that it would get.",
  "failure.path-payment-strict-send-not-authorized": "The issuer has not authorised the account to get this asset.",
  "failure.path-payment-strict-send-line-full": "The account cannot hold as much of the asset that it would get.",
  "failure.path-payment-strict-send-no-issuer": "The issuer of this asset does not exist.",
  "failure.path-payment-strict-send-too-few-offers": "Not enough was offered for that much. Nothing was exchanged.",
  "failure.path-payment-strict-send-offer-cross-self":
    "An order of the account's own was in the way. Nothing was exchanged.",
  "failure.path-payment-strict-send-under-destmin":
    "The market moved beyond the bound that you set. Nothing was exchanged.",
  "failure.path-payment-strict-receive-malformed": "The network found the exchange malformed.",
  "failure.path-payment-strict-receive-underfunded":
    "The account did not hold enough of what it gives, beside its reserve and open orders.",
  "failure.path-payment-strict-receive-src-no-trust": "The account does not hold the asset that it gives.",
  "failure.path-payment-strict-receive-src-not-authorized":
    "The issuer has not authorised the account to give this asset.",
  "failure.path-payment-strict-receive-no-destination": "The recipient has no account on the network.",
  "failure.path-payment-strict-receive-no-trust": "The account has not added the asset that it would get.",
  "failure.path-payment-strict-receive-not-authorized": "The issuer has not authorised the account to get this asset.",
  "failure.path-payment-strict-receive-line-full": "The account cannot hold as much of the asset that it would get.",
  "failure.path-payment-strict-receive-no-issuer": "The issuer of this asset does not exist.",
  "failure.path-payment-strict-receive-too-few-offers": "Not enough was offered for that much. Nothing was exchanged.",
  "failure.path-payment-strict-receive-offer-cross-self":
    "An order of the account's own was in the way. Nothing was exchanged.",
  "failure.path-payment-strict-receive-over-sendmax":
    "The market moved beyond the bound that you set. Nothing was exchanged.",
  "failure.liquidity-pool-deposit-malformed": "The network found the deposit malformed.",
  "failure.liquidity-pool-deposit-no-trust": "The account has no line for shares of this pool.",
  "failure.liquidity-pool-deposit-not-authorized":
    "An issuer has not authorised the account to give one of the assets.",
  "failure.liquidity-pool-deposit-underfunded": "The account did not hold enough of one of the assets.",
  "failure.liquidity-pool-deposit-line-full": "The account cannot hold that many shares.",
  "failure.liquidity-pool-deposit-bad-price":
    "The pool's price moved beyond the bounds that you set. Nothing was deposited.",
  "failure.liquidity-pool-deposit-pool-full": "The pool cannot hold that much.",
  "failure.liquidity-pool-deposit-trustline-frozen": "An issuer has frozen one of the assets in the account.",
  "failure.liquidity-pool-withdraw-malformed": "The network found the withdrawal malformed.",
  "failure.liquidity-pool-withdraw-no-trust": "The account has no shares of this pool.",
  "failure.liquidity-pool-withdraw-underfunded": "The account has fewer shares than that.",
  "failure.liquidity-pool-withdraw-line-full": "The account cannot hold as much of one of the assets.",
  "failure.liquidity-pool-withdraw-under-minimum":
    "The shares came to less than the least that you set. Nothing was withdrawn.",
  "failure.liquidity-pool-withdraw-trustline-frozen": "An issuer has frozen one of the assets in the account.",
  "failure.create-account-malformed": "The network found the payment malformed.",
  "failure.create-account-underfunded": "The account did not hold enough to send this amount and keep its reserve.",
  "failure.create-account-low-reserve": "The amount is less than a new account must hold.",
  "failure.create-account-already-exist":
    "The recipient's account was created by someone else in the meantime. Please send again.",
} as const;

export type ReasonCode = keyof typeof REASON_SENTENCES;
