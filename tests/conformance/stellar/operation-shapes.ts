import * as v from "valibot";
import {
  Transaction,
  address,
  amount,
  asset,
  count,
  digits,
  flag,
  fraction,
  hash,
  held,
  links,
  maybe,
  muxed,
  namedAsset,
  prefixed,
  price,
  text,
  time,
} from "./shapes.ts";

const offerOf = { amount, price, price_r: fraction, ...prefixed("buying_"), ...prefixed("selling_") };
const payment = { ...namedAsset, from: address, ...muxed("from"), to: address, ...muxed("to"), amount };
const through = { path: v.array(v.strictObject(namedAsset)), source_amount: amount, ...prefixed("source_") };
const flagsOf = (name: string) => ({
  [`${name}_flags`]: maybe(v.array(count)),
  [`${name}_flags_s`]: maybe(v.array(text)),
});

/** What each kind of operation tells besides what all do. */
const OPERATIONS: Readonly<Record<string, v.ObjectEntries>> = {
  create_account: { starting_balance: amount, funder: address, ...muxed("funder"), account: address },
  payment,
  path_payment_strict_receive: { ...payment, ...through, source_max: amount },
  path_payment_strict_send: { ...payment, ...through, destination_min: amount },
  manage_sell_offer: { ...offerOf, offer_id: digits },
  manage_buy_offer: { ...offerOf, offer_id: digits },
  create_passive_sell_offer: offerOf,
  set_options: {
    home_domain: maybe(text),
    inflation_dest: maybe(address),
    master_key_weight: maybe(count),
    signer_key: maybe(text),
    signer_weight: maybe(count),
    ...flagsOf("set"),
    ...flagsOf("clear"),
    low_threshold: maybe(count),
    med_threshold: maybe(count),
    high_threshold: maybe(count),
  },
  change_trust: {
    ...namedAsset,
    liquidity_pool_id: maybe(hash),
    limit: amount,
    trustee: maybe(address),
    trustor: address,
    ...muxed("trustor"),
  },
  allow_trust: {
    ...namedAsset,
    trustee: address,
    ...muxed("trustee"),
    trustor: address,
    authorize: flag,
    authorize_to_maintain_liabilities: flag,
  },
  set_trust_line_flags: { ...namedAsset, trustor: address, ...flagsOf("set"), ...flagsOf("clear") },
  account_merge: { account: address, ...muxed("account"), into: address, ...muxed("into") },
  claim_claimable_balance: { balance_id: text, claimant: address, ...muxed("claimant") },
  clawback: { ...namedAsset, from: address, ...muxed("from"), amount },
  clawback_claimable_balance: { balance_id: text },
  revoke_sponsorship: {
    account_id: maybe(address),
    claimable_balance_id: maybe(text),
    data_account_id: maybe(address),
    data_name: maybe(text),
    offer_id: maybe(digits),
    trustline_account_id: maybe(address),
    trustline_liquidity_pool_id: maybe(hash),
    trustline_asset: maybe(asset),
    signer_account_id: maybe(address),
    signer_key: maybe(text),
  },
  liquidity_pool_withdraw: {
    liquidity_pool_id: hash,
    reserves_min: v.array(held),
    shares: amount,
    reserves_received: v.array(held),
  },
  manage_data: { name: text, value: text },
  bump_sequence: { bump_to: digits },
  create_claimable_balance: {
    asset,
    amount,
    claimants: v.array(v.strictObject({ destination: address, predicate: v.record(text, v.unknown()) })),
  },
  begin_sponsoring_future_reserves: { sponsored_id: address },
  end_sponsoring_future_reserves: { begin_sponsor: maybe(address), ...muxed("begin_sponsor") },
  liquidity_pool_deposit: {
    liquidity_pool_id: hash,
    reserves_max: v.array(held),
    min_price: price,
    min_price_r: fraction,
    max_price: price,
    max_price_r: fraction,
    reserves_deposited: v.array(held),
    shares_received: amount,
  },
};

export const OPERATION_TYPES = Object.keys(OPERATIONS).toSorted();

export const Operation = v.variant(
  "type",
  Object.entries(OPERATIONS).map(([type, own]) =>
    v.strictObject({
      _links: links("self", "transaction", "effects", "succeeds", "precedes"),
      id: digits,
      paging_token: digits,
      transaction_successful: flag,
      source_account: address,
      ...muxed("source_account"),
      type: v.literal(type),
      type_i: count,
      created_at: time,
      transaction_hash: hash,
      transaction: maybe(Transaction),
      sponsor: maybe(address),
      ...own,
    }),
  ),
);
