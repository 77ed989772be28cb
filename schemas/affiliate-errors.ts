/** What refuses a place in the affiliate programme, its terms, and what operators do about its rewards. */
export const AFFILIATE_ERRORS = {
  "affiliate-closed": [409, "There is no affiliate programme at the moment."],
  "affiliate-not-joined": [404, "You have no link yet. Get one first."],
  "affiliate-code-taken": [409, "Somebody else has this code. Choose another one."],
  "affiliate-code-renamed": [409, "A code can be changed once, and yours was changed already."],
  "affiliate-terms-missing": [409, "Set the terms of the programme first."],
  "affiliate-nothing-due": [409, "Nobody has rewards that can be paid now."],
  "affiliate-run-open": [409, "Payouts are being made already. Please wait until they are done."],
  "affiliate-price-missing": [
    503,
    "No price of {assetCode} is known at the moment, and nothing is paid by a guess. Please try again later.",
  ],
  "affiliate-asset-unlisted": [409, "Payouts are made in XLM or in an asset that is listed here."],
  "affiliate-signal-unknown": [404, "There is no such signal, or it was decided already."],
  "affiliate-reward-unknown": [404, "There is no such reward."],
  "affiliate-reward-moves": [409, "This reward is being paid. Please wait until that is done."],
  "affiliate-reward-over": [409, "This reward was taken back already."],
} as const;
