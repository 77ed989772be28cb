/** What refuses a market-making pool, its start, and what would meet it in the book. */
export const MARKET_MAKING_ERRORS = {
  "market-unknown": [404, "There is no such market-making pool."],
  "market-amounts": [400, "Put in some {base} or some {quote}."],
  "market-sizes": [400, "Choose a smallest and a largest offer above zero, the smallest not above the largest."],
  "market-depth": [400, "Choose a depth of at least half the spread: the ladder begins there."],
  "market-ladder-wide": [
    400,
    "The ladder would reach farther from the price than where the pool stops. Choose less depth, or a wider stop.",
  ],
  "market-wallets-idle": [
    400,
    "A ladder of {offers, plural, one {# offer} other {# offers}} cannot use that many wallets. Choose fewer wallets, or more offers on each side.",
  ],
  "market-price": [400, "Enter a price above zero for the ladder to stand around."],
  "market-loss": [400, "Enter the most {quote} that the pool may lose in a day."],
  "market-small": [
    409,
    "That is too little for a ladder: each offer would be less than the smallest you allow. Put in at least {amount} {assetCode}.",
  ],
  "market-reference-missing": [
    409,
    "There is no price to stand around at the moment: that market has no offers on both sides. Choose another reference, or name a price.",
  ],
  "market-sources-apart": [
    409,
    "The chosen price and the market are too far apart: {reference} and {market}. Check the price, or choose another reference.",
  ],
  "market-reserves-short": [
    409,
    "The wallets need {need} XLM for reserves and fees beside what they trade. You have {missing} XLM too little.",
  ],
  "market-twice": [409, "You have a pool for these two assets already. Change that one, or drain it first."],
  "market-many": [
    409,
    "You have {most, plural, one {# pool} other {# pools}} already, which is the most there can be. Drain one first.",
  ],
  "market-issuer-may-take": [
    409,
    "The issuer of {assetCode} can take it back, or keep the pool's wallets from moving it. The pool would stop then.",
  ],
  "market-risk": [400, "Say first that you know you can lose money. No pool trades for you before."],
  "market-own-key": [
    409,
    "Your account is signed for by your own key, too. The server cannot open wallets for it on its own.",
  ],
  "market-own-issue": [409, "You issued {assetCode} yourself. A pool would trade with money that you can make."],
  "market-not-stopped": [409, "This pool is not stopped."],
  "market-over": [409, "This pool gives everything back, or has. Open a new one."],
  "market-opening": [409, "This pool's wallets are still being opened. Please wait a moment."],
  "market-busy": [409, "This pool is just changing its offers. Please try again in a moment."],
  "market-held": [409, "An operator stopped this pool. It can be started again once they let it go; ask support."],
  "market-not-held": [409, "No operator stopped this pool."],
  "market-crosses-pool": [
    409,
    "Your own pool for {base} and {quote} would be your counterparty. Stop the pool first, or choose a price that does not meet it.",
  ],
  "market-crosses-own": [
    409,
    "You have an open order for {base} and {quote} that the pool's ladder would meet. Cancel it first.",
  ],
  "market-line-missing": [
    409,
    "You no longer hold {assetCode}. Add it again, with room for what the pool gives back, then drain.",
  ],
  "market-line-full": [409, "Your account cannot hold that much {assetCode}. Make room for it, then drain."],
  "market-wallet-frozen": [
    409,
    "The issuer of {assetCode} keeps it from leaving the pool's wallets. Everything else goes back as soon as that ends.",
  ],
  "close-pools-open": [409, "You have a market-making pool. Drain it before you close your account."],
} as const;
