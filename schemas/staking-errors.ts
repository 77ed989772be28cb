/** What refuses a stake, its rewards, what is taken out of it, and an offer. */
export const STAKING_ERRORS = {
  "stake-offer-unknown": [404, "There is no such staking offer."],
  "stake-offer-closed": [
    409,
    "This offer takes no new stakes at the moment. Stakes that there are go on, and can be taken out.",
  ],
  "stake-offer-changed": [
    409,
    "The terms of this offer have changed since you looked at them. Nothing was staked; please look at it again.",
  ],
  "stake-too-small": [400, "With this offer you stake at least {minimum} {assetCode}."],
  "stake-pool-short": [
    409,
    "The pool that pays the rewards has only {room} {assetCode} left that it has not promised, and this stake would earn {amount} to its end. Stake less, or come back later.",
  ],
  "stake-not-ready": [503, "Staking {assetCode} is being prepared. Please try again in a minute."],
  "stake-halted": [503, "Staking {assetCode} is paused while we check the books. Nothing was moved."],
  "stake-too-many": [
    409,
    "You have {most, plural, one {# stake} other {# stakes}} already, which is the most there can be.",
  ],
  "stake-unknown": [404, "There is no such stake."],
  "stake-not-active": [409, "This stake is not on the ledger yet. Please wait a moment."],
  "stake-over": [409, "This stake has been taken out already."],
  "stake-busy": [409, "Something of this stake is on its way already. Please wait until that is done."],
  "stake-whole-only": [409, "A stake that is locked is taken out whole."],
  "stake-part-large": [400, "Of this stake you can take out {amount} {assetCode} at most."],
  "stake-part-leaves-little": [
    409,
    "At least {minimum} {assetCode} has to stay in this stake. Take out less, or all of it.",
  ],
  "stake-parts-many": [409, "This stake has been taken out in parts too often. Take out all that is left of it."],
  "stake-line-missing": [
    409,
    "Your account does not hold {assetCode} any more. Add it first, so that it can come back.",
  ],
  "stake-changed": [
    409,
    "What you would receive has changed since you looked at it. Nothing was moved; please look at it again.",
  ],
  "stake-no-rewards": [409, "There are no rewards to be paid yet."],
  "stake-pool-dry": [
    409,
    "The pool that pays the rewards is empty at the moment. We owe you {amount} {assetCode}, and pay whoever asks first once there is more.",
  ],
  "close-stakes-open": [409, "You have money staked, or rewards that are owed to you. Take that out first."],
  "stake-rate-notice": [
    409,
    "Another rate is told {days, plural, one {# day} other {# days}} ahead. Choose a later time, within a year.",
  ],
  "stake-offer-fixed": [
    409,
    "The asset of an offer, and whether it is locked, stay as they are. Close this offer and make another one.",
  ],
  "stake-rate-waits": [409, "Another rate of this offer has been told already. The next one can only follow it."],
} as const;
