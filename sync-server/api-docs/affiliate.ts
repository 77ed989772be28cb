import type { AFFILIATE_DESK_ENDPOINTS } from "#schemas/endpoints/affiliate-desk.ts";
import type { AFFILIATE_ENDPOINTS } from "#schemas/endpoints/affiliate.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const DECISION_REFUSALS = ["operator-own", "operator-frozen"] as const;

export const AFFILIATE_DOCS = {
  joinAffiliate: {
    summary: "Gives one a link, by which others come; whoever has one is answered with it",
    errors: ["affiliate-closed"],
  },
  renameAffiliateCode: {
    summary: "Gives one's link the code that one chooses, once; the former code still leads there",
    errors: ["affiliate-not-joined", "affiliate-code-renamed", "affiliate-code-taken"],
  },
} as const satisfies DocsOf<typeof AFFILIATE_ENDPOINTS>;

export const AFFILIATE_DESK_DOCS = {
  affiliateDesk: {
    summary: "The terms of the affiliate programme, its rewards by state, signals, and the latest payouts",
    errors: [],
  },
  affiliateRewards: {
    summary: "Rewards, the newest first: by state, or by the number of a user",
    errors: [],
  },
  setAffiliateTerms: {
    summary: "Sets the terms of the programme; what promises more of the house's money needs a second operator",
    errors: ["affiliate-asset-unlisted", "proposal-open", "operator-frozen"],
  },
  payAffiliates: {
    summary: "Begins to pay what can be paid; beyond what the terms leave to one operator it needs a second one",
    errors: [
      "affiliate-terms-missing",
      "affiliate-nothing-due",
      "affiliate-run-open",
      "affiliate-price-missing",
      "proposal-open",
      "operator-frozen",
    ],
  },
  dismissAffiliateSignal: {
    summary: "Lets go what a signal holds",
    errors: ["affiliate-signal-unknown", ...DECISION_REFUSALS],
  },
  reverseAffiliateReward: {
    summary: "Takes a reward back; of one that was paid, the next payouts are less by it",
    errors: ["affiliate-reward-unknown", "affiliate-reward-moves", "affiliate-reward-over", ...DECISION_REFUSALS],
  },
} as const satisfies DocsOf<typeof AFFILIATE_DESK_ENDPOINTS>;
