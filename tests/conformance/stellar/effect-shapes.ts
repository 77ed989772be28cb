import * as v from "valibot";
import {
  address,
  amount,
  asset,
  count,
  digits,
  effectFields,
  flag,
  hash,
  held,
  maybe,
  muxed,
  namedAsset,
  prefixed,
  text,
} from "./shapes.ts";

const balance = { ...namedAsset, amount };
const signer = { weight: count, public_key: text, key: v.literal("") };
const line = { ...namedAsset, liquidity_pool_id: maybe(hash), limit: amount };
const authorization = { trustor: address, asset_type: text, asset_code: maybe(text) };
const claimable = { asset, balance_id: text, amount };
const pool = v.strictObject({
  id: hash,
  fee_bp: count,
  type: v.literal("constant_product"),
  total_trustlines: digits,
  total_shares: amount,
  reserves: v.array(held),
});
const sponsored = { sponsor: address };
const sponsoredLine = { asset_type: text, asset: maybe(asset), liquidity_pool_id: maybe(hash) };

/** What each kind of effect tells besides what all do. */
const EFFECTS: Readonly<Record<string, v.ObjectEntries>> = {
  account_created: { starting_balance: amount },
  account_removed: {},
  account_credited: balance,
  account_debited: balance,
  account_thresholds_updated: { low_threshold: count, med_threshold: count, high_threshold: count },
  account_home_domain_updated: { home_domain: text },
  account_flags_updated: {
    auth_required_flag: maybe(flag),
  },
  signer_created: signer,
  signer_removed: signer,
  signer_updated: signer,
  trustline_created: line,
  trustline_updated: line,
  trustline_removed: line,
  trustline_authorized: authorization,
  trustline_deauthorized: authorization,
  trustline_authorized_to_maintain_liabilities: authorization,
  trustline_flags_updated: {
    ...namedAsset,
    trustor: address,
    authorized_flag: maybe(flag),
    clawback_enabled_flag: maybe(flag),
  },
  trade: {
    seller: address,
    ...muxed("seller"),
    offer_id: digits,
    sold_amount: amount,
    ...prefixed("sold_"),
    bought_amount: amount,
    ...prefixed("bought_"),
  },
  data_created: { name: text, value: text },
  data_updated: { name: text, value: text },
  data_removed: { name: text },
  sequence_bumped: { new_seq: digits },
  claimable_balance_created: claimable,
  claimable_balance_claimant_created: { ...claimable, predicate: v.record(text, v.unknown()) },
  claimable_balance_claimed: claimable,
  claimable_balance_clawed_back: { balance_id: text },
  account_sponsorship_created: sponsored,
  trustline_sponsorship_created: { ...sponsoredLine, ...sponsored },
  data_sponsorship_created: { data_name: text, ...sponsored },
  data_sponsorship_removed: { data_name: text, former_sponsor: address },
  claimable_balance_sponsorship_created: { balance_id: text, ...sponsored },
  claimable_balance_sponsorship_removed: { balance_id: text, former_sponsor: address },
  signer_sponsorship_created: { signer: text, ...sponsored },
  liquidity_pool_deposited: { liquidity_pool: pool, reserves_deposited: v.array(held), shares_received: amount },
  liquidity_pool_withdrew: { liquidity_pool: pool, reserves_received: v.array(held), shares_redeemed: amount },
  liquidity_pool_trade: { liquidity_pool: pool, sold: held, bought: held },
  liquidity_pool_created: { liquidity_pool: pool },
};

export const Effect = v.variant(
  "type",
  Object.entries(EFFECTS).map(([type, own]) => v.strictObject({ ...effectFields, type: v.literal(type), ...own })),
);
