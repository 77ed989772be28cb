import { t } from "@lingui/core/macro";
import type { FourEyes, FourEyesKind } from "#schemas/four-eyes.ts";

/** What it means that acts of a kind take two so often, in one sentence. */
export function meaningOf(kind: FourEyesKind, setting: FourEyes): string {
  switch (setting) {
    case "never":
      return t`One operator who may do it does it alone, whatever it comes to.`;
    case "always":
      return t`Nothing of it is done before a second operator has agreed, however small it is.`;
    case "by-rule":
      return Object.hasOwn(RULES, kind) ? (RULES[kind] ?? usual()) : usual();
  }
}

function usual(): string {
  return t`Two where the act itself asks for it.`;
}

/** As the acts themselves decide it, on the server. */
const RULES: Readonly<Partial<Record<FourEyesKind, string>>> = {
  get "credit-deposit"() {
    return t`Two above the amount that is set for deposits, for one person within a day as well, and where more would be credited than was paid.`;
  },
  get "set-deposits"() {
    return t`Two where people would pay somebody else, at a rate that favours them more, or two would be asked for less often.`;
  },
  get "set-policy"() {
    return t`Two where less is asked of payments than before.`;
  },
  get "set-fee"() {
    return t`Two where people may pay more by it.`;
  },
  get "set-affiliate"() {
    return t`Two where it promises more of the house's money than before.`;
  },
  get "pay-affiliates"() {
    return t`Two above what the terms of the programme say.`;
  },
  get "set-staking-offer"() {
    return t`Two where it promises more of the house's money than before.`;
  },
  get "resolve-submission"() {
    return t`Two where our own node has no ledger that shows what became of it.`;
  },
  get "claim-suspense"() {
    return t`Two where the payer named nobody, or somebody else.`;
  },
  get "approve-identity"() {
    return t`Two where somebody else sent the same document.`;
  },
  get "reject-identity"() {
    return t`Two where somebody else sent the same document.`;
  },
  get "let-go"() {
    return t`Two where another operator froze the account, or its protections were changed past the server.`;
  },
  get "set-house-budget"() {
    return t`Two where more may be paid out of an account of the house in a day.`;
  },
  get "accept-difference"() {
    return t`Two, always: money that nobody can explain is accepted as gone or found.`;
  },
  get "rotate-key"() {
    return t`Two, always: whoever holds the key holds the wallet.`;
  },
  get "rewrap-vault"() {
    return t`Two, always: it touches every key that the service holds.`;
  },
  get "set-roles"() {
    return t`Two where somebody may do more by it, or a super is taken away, as long as there is a second super.`;
  },
  get "invite-operator"() {
    return t`Two, always, as long as there is a second super.`;
  },
  get "set-four-eyes"() {
    return t`Two where two would be asked for less often.`;
  },
  get "list-asset"() {
    return t`Two, always: what is exchanged into a listed asset counts against nobody's limits.`;
  },
  get "set-dollar"() {
    return t`Two, always: all prices, and limits in USD, are counted by it.`;
  },
};
