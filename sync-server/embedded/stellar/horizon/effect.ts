import type { MuxedAccountWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";

/** What an operation did to one account. */
export interface Effect {
  readonly account: MuxedAccountWire;
  readonly type: EffectType;
  readonly details: object;
}

/** Effect kinds with their numbers. */
export const EffectTypes = {
  account_created: 0,
  account_removed: 1,
  account_credited: 2,
  account_debited: 3,
  account_thresholds_updated: 4,
  account_home_domain_updated: 5,
  account_flags_updated: 6,
  account_inflation_destination_updated: 7,
  signer_created: 10,
  signer_removed: 11,
  signer_updated: 12,
  trustline_created: 20,
  trustline_removed: 21,
  trustline_updated: 22,
  trustline_authorized: 23,
  trustline_deauthorized: 24,
  trustline_authorized_to_maintain_liabilities: 25,
  trustline_flags_updated: 26,
  trade: 33,
  data_created: 40,
  data_removed: 41,
  data_updated: 42,
  sequence_bumped: 43,
  claimable_balance_created: 50,
  claimable_balance_claimant_created: 51,
  claimable_balance_claimed: 52,
  account_sponsorship_created: 60,
  account_sponsorship_updated: 61,
  account_sponsorship_removed: 62,
  trustline_sponsorship_created: 63,
  trustline_sponsorship_updated: 64,
  trustline_sponsorship_removed: 65,
  data_sponsorship_created: 66,
  data_sponsorship_updated: 67,
  data_sponsorship_removed: 68,
  claimable_balance_sponsorship_created: 69,
  claimable_balance_sponsorship_updated: 70,
  claimable_balance_sponsorship_removed: 71,
  signer_sponsorship_created: 72,
  signer_sponsorship_updated: 73,
  signer_sponsorship_removed: 74,
  claimable_balance_clawed_back: 80,
  liquidity_pool_deposited: 90,
  liquidity_pool_withdrew: 91,
  liquidity_pool_trade: 92,
  liquidity_pool_created: 93,
  liquidity_pool_removed: 94,
  liquidity_pool_revoked: 95,
} as const;

export type EffectType = keyof typeof EffectTypes;

export function effect(account: MuxedAccountWire, type: EffectType, details: object): Effect {
  return { account, type, details };
}

export function plain(account: PublicKeyWire): MuxedAccountWire {
  return { type: 0, ed25519: account.ed25519 };
}

/** Whether an effect is on the given account (its raw key). */
export function isOn({ account }: Effect, key: Uint8Array): boolean {
  return hex(accountOf(account).ed25519) === hex(key);
}
