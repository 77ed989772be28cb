import type { ErrorCode } from "#schemas/errors.ts";

/** Reasons that pass by themselves: whatever was to go out waits for that. */
export const PASSING: readonly ErrorCode[] = [
  "network-unreachable",
  "not-ready",
  "restoring",
  "rate-limited",
  "market-building",
  "market-behind",
  "mailbox-unproven",
  "cool-off",
  "account-closing",
  // Guarded prices come a little after the market's own.
  "exchange-limit-exceeded",
  "exchange-not-allowed",
  "daily-limit-exceeded",
  "kyc-required-above",
  "spending-changed",
  // Its owner may cancel their other order, or the market may fill it or leave it behind.
  "order-crosses-own",
  "order-under-way",
];
