import type { STAKING_DESK_ENDPOINTS } from "#schemas/endpoints/staking-desk.ts";
import type { STAKING_ENDPOINTS } from "#schemas/endpoints/staking.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const STAKE_REFUSALS = [
  "stake-offer-unknown",
  "stake-offer-closed",
  "stake-offer-changed",
  "stake-too-small",
  "stake-pool-short",
  "stake-not-ready",
  "stake-halted",
  "stake-too-many",
] as const;
const UNSTAKE_REFUSALS = [
  "stake-unknown",
  "stake-not-active",
  "stake-over",
  "stake-busy",
  "stake-halted",
  "stake-not-ready",
  "stake-whole-only",
  "stake-part-large",
  "stake-part-leaves-little",
  "stake-parts-many",
  "stake-line-missing",
  "claim-not-authorized",
  "claim-line-full",
] as const;
const OFFER_REFUSALS = [
  "stake-offer-fixed",
  "stake-rate-notice",
  "stake-rate-waits",
  "proposal-open",
  "operator-frozen",
  "network-unreachable",
] as const;

export const STAKING_DOCS = {
  checkStake: {
    summary: "What a stake takes and earns, and what stands against it; nothing is staked",
    errors: ["stake-offer-unknown", "wallet-not-ready", "network-unreachable", "rate-limited"],
  },
  stake: {
    summary:
      "Stakes an amount by the terms of an offer, which it keeps; the same idempotency key and body answer with the same submission",
    errors: [
      ...STAKE_REFUSALS,
      "amount-not-positive",
      "balance-too-low",
      "fee-balance-too-low",
      "fees-risen",
      "limit-exceeded",
      "daily-limit-exceeded",
      "password-required",
      "second-factor-required",
      "confirmation-required",
      "account-frozen",
      "account-closing",
      "payments-halted",
      "idempotency-key-reused",
      "wallet-not-ready",
      "network-unreachable",
      "rate-limited",
    ],
  },
  checkUnstake: {
    summary: "What taking a stake out comes to now, early or not, and what stands against it; nothing is moved",
    errors: ["stake-unknown", "stake-not-ready", "wallet-not-ready", "network-unreachable", "rate-limited"],
  },
  unstake: {
    summary:
      "Takes a stake out, or part of a flexible one, with the rewards that the pool can pay; the same idempotency key and body answer with the same stake",
    errors: [
      ...UNSTAKE_REFUSALS,
      "stake-changed",
      "payments-halted",
      "idempotency-key-reused",
      "wallet-not-ready",
      "network-unreachable",
      "rate-limited",
    ],
  },
  claimRewards: {
    summary: "Has the rewards of a stake paid; the same idempotency key and body answer with the same stake",
    errors: [
      "stake-unknown",
      "stake-not-active",
      "stake-busy",
      "stake-halted",
      "stake-not-ready",
      "stake-no-rewards",
      "stake-pool-dry",
      "stake-line-missing",
      "claim-not-authorized",
      "claim-line-full",
      "payments-halted",
      "idempotency-key-reused",
      "wallet-not-ready",
      "network-unreachable",
      "rate-limited",
    ],
  },
} as const satisfies DocsOf<typeof STAKING_ENDPOINTS>;

export const STAKING_DESK_DOCS = {
  stakingDesk: {
    summary: "Every staking offer with its stakes by state, and the vault and pool of each asset",
    errors: [],
  },
  createStakingOffer: {
    summary: "Adds a staking offer; an open one needs a second operator",
    errors: [...OFFER_REFUSALS],
  },
  changeStakingOffer: {
    summary:
      "Changes a staking offer, or closes it; stakes that there are keep their terms, and what promises more of the house's money needs a second operator",
    errors: ["stake-offer-unknown", ...OFFER_REFUSALS],
  },
} as const satisfies DocsOf<typeof STAKING_DESK_ENDPOINTS>;
