/** What refuses a back-test, an automation, and what it would trade. */
export const AUTOMATION_ERRORS = {
  "automation-unknown": [404, "There is no such automation."],
  "automation-over": [409, "This automation has been stopped. Start a new one with the same settings."],
  "automation-parameter": [400, "The setting “{name}” is missing or beyond its bounds. Change it and try again."],
  "automation-limits": [
    400,
    "Choose amounts so that a trade is not more than the budget, and the purchases of a day not less than a trade.",
  ],
  "automation-small": [400, "Give each trade at least {minimum} {assetCode}."],
  "automation-candles-few": [
    409,
    "{base} has only {has, plural, one {# candle} other {# candles}} of this length so far, and this strategy needs {needs}. Choose shorter candles, or come back later.",
  ],
  "automation-untested": [
    409,
    "These settings have not been back-tested within the last days. Test them first, then start.",
  ],
  "automation-busy": [409, "A trade of this automation is on its way. Please wait until that is done."],
  "automation-risk": [400, "Say first that you know you can lose money. Nothing is traded for you before."],
  "automation-own-key": [
    409,
    "Your account is signed for by your own key, too. Nothing can be traded for you while you are away.",
  ],
  "automation-many": [
    409,
    "You have {most, plural, one {# automation} other {# automations}} already, which is the most there can be. Stop one first.",
  ],
  "automation-tests-busy": [503, "Too many back-tests are running at the moment. Please try again in a minute."],
} as const;
