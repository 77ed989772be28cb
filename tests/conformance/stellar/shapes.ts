import * as v from "valibot";

/** What Horizon's answers look like, field by field: numbers and strings as it writes them, and nothing besides. */
export const text = v.string();
export const count = v.pipe(v.number(), v.integer());
export const flag = v.boolean();
export const amount = v.pipe(text, v.regex(/^-?\d+\.\d{7}$/));
export const price = v.pipe(text, v.regex(/^\d+\.\d{7}$/));
export const digits = v.pipe(text, v.regex(/^\d+$/));
export const time = v.pipe(text, v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/));
export const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/));
export const address = v.pipe(text, v.regex(/^G[A-Z2-7]{55}$/));
export const asset = v.pipe(text, v.regex(/^(native|[a-zA-Z0-9]{1,12}:G[A-Z2-7]{55})$/));
const base64 = v.pipe(text, v.base64());
export const maybe = <T extends v.GenericSchema>(schema: T) => v.exactOptional(schema);
const link = v.strictObject({ href: text, templated: maybe(v.literal(true)) });
export const links = <T extends string>(...names: T[]) =>
  v.strictObject(Object.fromEntries(names.map((name) => [name, link])));
export const fraction = v.strictObject({ n: count, d: count });
const longFraction = v.strictObject({ n: digits, d: digits });
export const namedAsset = { asset_type: text, asset_code: maybe(text), asset_issuer: maybe(address) };
export const prefixed = <P extends string>(prefix: P) =>
  Object.fromEntries(Object.entries(namedAsset).map(([name, schema]) => [`${prefix}${name}`, schema]));
export const muxed = (name: string) => ({ [`${name}_muxed`]: maybe(text), [`${name}_muxed_id`]: maybe(digits) });
export const held = v.strictObject({ asset, amount });
const authFlags = v.strictObject({
  auth_required: flag,
  auth_revocable: flag,
  auth_immutable: flag,
  auth_clawback_enabled: flag,
});

export const Page = <T extends v.GenericSchema>(record: T) =>
  v.strictObject({
    _links: links("self", "next", "prev"),
    _embedded: v.strictObject({ records: v.array(record) }),
  });

export const Root = v.strictObject({
  _links: links(
    ..."account accounts account_transactions claimable_balances assets effects fee_stats friendbot ledger ledgers liquidity_pools offer offers operation operations order_book payments self strict_receive_paths strict_send_paths trade_aggregations trades transaction transactions".split(
      " ",
    ),
  ),
  horizon_version: text,
  core_version: text,
  ingest_latest_ledger: count,
  history_latest_ledger: count,
  history_latest_ledger_closed_at: time,
  history_elder_ledger: count,
  core_latest_ledger: count,
  network_passphrase: text,
  current_protocol_version: count,
  supported_protocol_version: count,
  core_supported_protocol_version: count,
});

const Balance = v.strictObject({
  balance: amount,
  liquidity_pool_id: maybe(hash),
  limit: maybe(amount),
  buying_liabilities: maybe(amount),
  selling_liabilities: maybe(amount),
  sponsor: maybe(address),
  last_modified_ledger: maybe(count),
  is_authorized: maybe(flag),
  is_authorized_to_maintain_liabilities: maybe(flag),
  is_clawback_enabled: maybe(v.literal(true)),
  ...namedAsset,
});

export const Account = v.strictObject({
  _links: links("self", "transactions", "operations", "payments", "effects", "offers", "trades", "data"),
  id: address,
  account_id: address,
  sequence: digits,
  sequence_ledger: maybe(count),
  sequence_time: maybe(digits),
  subentry_count: count,
  inflation_destination: maybe(address),
  home_domain: maybe(text),
  last_modified_ledger: count,
  last_modified_time: time,
  thresholds: v.strictObject({ low_threshold: count, med_threshold: count, high_threshold: count }),
  flags: authFlags,
  balances: v.array(Balance),
  signers: v.array(v.strictObject({ weight: count, key: text, type: text, sponsor: maybe(address) })),
  data: v.record(text, base64),
  num_sponsoring: count,
  num_sponsored: count,
  sponsor: maybe(address),
  paging_token: address,
});

export const AssetStat = v.strictObject({
  _links: links("toml"),
  ...namedAsset,
  paging_token: text,
  num_claimable_balances: count,
  num_liquidity_pools: count,
  num_contracts: count,
  accounts: v.strictObject({ authorized: count, authorized_to_maintain_liabilities: count, unauthorized: count }),
  claimable_balances_amount: amount,
  liquidity_pools_amount: amount,
  contracts_amount: amount,
  balances: v.strictObject({ authorized: amount, authorized_to_maintain_liabilities: amount, unauthorized: amount }),
  flags: authFlags,
});

export const Ledger = v.strictObject({
  _links: links("self", "transactions", "operations", "payments", "effects"),
  id: hash,
  paging_token: digits,
  hash,
  prev_hash: maybe(hash),
  sequence: count,
  successful_transaction_count: count,
  failed_transaction_count: count,
  operation_count: count,
  tx_set_operation_count: count,
  closed_at: time,
  total_coins: amount,
  fee_pool: amount,
  base_fee_in_stroops: count,
  base_reserve_in_stroops: count,
  max_tx_set_size: count,
  protocol_version: count,
  header_xdr: base64,
});

export const Offer = v.strictObject({
  _links: links("self", "offer_maker"),
  id: digits,
  paging_token: digits,
  seller: address,
  selling: v.strictObject(namedAsset),
  buying: v.strictObject(namedAsset),
  amount,
  price_r: fraction,
  price,
  last_modified_ledger: count,
  last_modified_time: time,
  sponsor: maybe(address),
});

const Level = v.strictObject({ price_r: fraction, price, amount });
export const OrderBook = v.strictObject({
  bids: v.array(Level),
  asks: v.array(Level),
  base: v.strictObject(namedAsset),
  counter: v.strictObject(namedAsset),
});

export const Path = v.strictObject({
  ...prefixed("source_"),
  source_amount: amount,
  ...prefixed("destination_"),
  destination_amount: amount,
  path: v.array(v.strictObject(namedAsset)),
});

export const Trade = v.strictObject({
  _links: links("self", "base", "counter", "operation"),
  id: text,
  paging_token: text,
  ledger_close_time: time,
  trade_type: v.picklist(["orderbook", "liquidity_pool"]),
  liquidity_pool_fee_bp: maybe(count),
  base_liquidity_pool_id: maybe(hash),
  base_offer_id: maybe(digits),
  base_account: maybe(address),
  base_amount: amount,
  ...prefixed("base_"),
  counter_liquidity_pool_id: maybe(hash),
  counter_offer_id: maybe(digits),
  counter_account: maybe(address),
  counter_amount: amount,
  ...prefixed("counter_"),
  base_is_seller: flag,
  price: longFraction,
});

export const TradeAggregation = v.strictObject({
  timestamp: digits,
  trade_count: digits,
  base_volume: amount,
  counter_volume: amount,
  avg: price,
  high: price,
  high_r: longFraction,
  low: price,
  low_r: longFraction,
  open: price,
  open_r: longFraction,
  close: price,
  close_r: longFraction,
});

export const Transaction = v.strictObject({
  _links: links("self", "account", "ledger", "operations", "effects", "precedes", "succeeds", "transaction"),
  id: hash,
  paging_token: digits,
  successful: flag,
  hash,
  ledger: count,
  created_at: time,
  source_account: address,
  ...muxed("account"),
  source_account_sequence: digits,
  fee_account: address,
  ...muxed("fee_account"),
  fee_charged: digits,
  max_fee: digits,
  operation_count: count,
  envelope_xdr: base64,
  result_xdr: base64,
  result_meta_xdr: base64,
  fee_meta_xdr: base64,
  memo_type: text,
  memo: maybe(text),
  memo_bytes: maybe(text),
  signatures: v.array(base64),
  preconditions: maybe(
    v.strictObject({
      timebounds: maybe(v.strictObject({ min_time: digits, max_time: maybe(digits) })),
      ledgerbounds: maybe(v.strictObject({ min_ledger: count, max_ledger: maybe(count) })),
      min_account_sequence: maybe(digits),
      min_account_sequence_age: maybe(digits),
      min_account_sequence_ledger_gap: maybe(count),
      extra_signers: maybe(v.array(text)),
    }),
  ),
  fee_bump_transaction: maybe(v.strictObject({ hash, signatures: v.array(base64) })),
  inner_transaction: maybe(v.strictObject({ hash, signatures: v.array(base64), max_fee: digits })),
});

export const ClaimableBalance = v.strictObject({
  _links: links("self", "transactions", "operations"),
  id: v.pipe(text, v.regex(/^0{8}[0-9a-f]{64}$/)),
  asset,
  amount,
  sponsor: maybe(address),
  last_modified_ledger: count,
  last_modified_time: time,
  claimants: v.array(v.strictObject({ destination: address, predicate: v.record(text, v.unknown()) })),
  flags: v.strictObject({ clawback_enabled: flag }),
  paging_token: text,
});

export const LiquidityPool = v.strictObject({
  _links: links("self", "transactions", "operations"),
  id: hash,
  paging_token: hash,
  fee_bp: count,
  type: v.literal("constant_product"),
  total_trustlines: digits,
  total_shares: amount,
  reserves: v.array(held),
  last_modified_ledger: count,
  last_modified_time: time,
});

const fees = v.strictObject(
  Object.fromEntries(
    ["max", "min", "mode", 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99].map((name) => [
      typeof name === "number" ? `p${name}` : name,
      digits,
    ]),
  ),
);
export const FeeStats = v.strictObject({
  last_ledger: digits,
  last_ledger_base_fee: digits,
  ledger_capacity_usage: v.pipe(text, v.regex(/^\d+(\.\d{1,2})?$/)),
  fee_charged: fees,
  max_fee: fees,
});

export const effectFields = {
  _links: links("operation", "succeeds", "precedes"),
  id: v.pipe(text, v.regex(/^\d{19}-\d{10}$/)),
  paging_token: v.pipe(text, v.regex(/^\d+-\d+$/)),
  account: address,
  ...muxed("account"),
  type_i: count,
  created_at: time,
};

export const Problem = v.strictObject({
  type: v.pipe(text, v.startsWith("https://stellar.org/horizon-errors/")),
  title: text,
  status: count,
  detail: maybe(text),
  extras: maybe(v.record(text, v.unknown())),
});
