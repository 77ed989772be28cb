import * as v from "valibot";
import { AccessHistoryRow } from "./access-history.ts";
import { AffiliatePayoutRow, AffiliateProgramRow, AffiliateTermsRow } from "./affiliate.ts";
import { AutomatedTradingRow, TradingSignalRow } from "./automated-trading.ts";
import { ClaimableBalanceRow } from "./claims.ts";
import { ContactRow } from "./contacts.ts";
import { DepositRow } from "./deposits.ts";
import { LiquidityPoolRow, MarketMakingTradeRow, TradingWalletRow } from "./market-making.ts";
import { StakeRewardRow, StakeRow, StakingOfferRow } from "./staking.ts";
import { StandingOrderRow } from "./standing-orders.ts";
import { MarketSnapshot } from "./market-data.ts";
import { NotificationRow } from "./notifications.ts";
import { PriceAlertRow } from "./price-alerts.ts";
import { ToldRefusal } from "./said.ts";
import { SettingsRow } from "./settings.ts";
import { FillRow, OrderRow, PoolShareRow } from "./trading.ts";
import { TransactionRow } from "./transactions.ts";
import { UiConfigRow } from "./ui-config.ts";
import { BalanceRow } from "./wallet.ts";
import { WatchedRow } from "./watchlist.ts";

/** Raised with every change of a message or row; the fingerprint test says when. */
export const PROTOCOL_VERSION = 20;
/** Devices below this version are told to update. */
export const MIN_PROTOCOL_VERSION = 19;

/** Every replicated collection and its row. */
export const SYNC_ROWS = {
  contacts: ContactRow,
  settings: SettingsRow,
  transactions: TransactionRow,
  balances: BalanceRow,
  claimable_balances: ClaimableBalanceRow,
  deposits: DepositRow,
  ui_config: UiConfigRow,
  access_history: AccessHistoryRow,
  notifications: NotificationRow,
  orders: OrderRow,
  fills: FillRow,
  pool_shares: PoolShareRow,
  durable_orders: StandingOrderRow,
  price_alerts: PriceAlertRow,
  watchlist: WatchedRow,
  staking_config: StakingOfferRow,
  user_stakes: StakeRow,
  staking_rewards: StakeRewardRow,
  affiliate_config: AffiliateTermsRow,
  affiliate_program: AffiliateProgramRow,
  affiliate_payouts: AffiliatePayoutRow,
  automated_trading: AutomatedTradingRow,
  trading_signals: TradingSignalRow,
  liquidity_pools: LiquidityPoolRow,
  trading_wallets: TradingWalletRow,
  market_making_trades: MarketMakingTradeRow,
} as const;
export type SyncCollection = keyof typeof SYNC_ROWS;
export type SyncRow<C extends SyncCollection> = v.InferOutput<(typeof SYNC_ROWS)[C]>;
export type AnySyncRow = { [C in SyncCollection]: SyncRow<C> }[SyncCollection];
export const SYNC_COLLECTIONS = Object.keys(SYNC_ROWS).filter((name): name is SyncCollection => name in SYNC_ROWS);

/** Documents in one pull and rows in one push, at most. */
export const PULL_LIMIT = 1000;
export const PUSH_LIMIT = 100;
/** JSON bytes of the rows in one push, and of one state of a row, at most. */
export const PUSH_BYTES = 256 * 1024;
export const ROW_BYTES = 16 * 1024;

const CollectionName = v.pipe(v.string(), v.maxLength(64));
/** Opaque to the device: it stores what it was given and sends it back; null at first. */
export const Checkpoint = v.nullable(v.pipe(v.string(), v.maxLength(256)));
export type Checkpoint = v.InferOutput<typeof Checkpoint>;

/** Sent as `auth` in the socket handshake. */
export const Handshake = v.object({
  protocol: v.pipe(v.number(), v.safeInteger()),
  /** Whoever only watches markets, or what operators see, is not told of changes to rows. */
  purpose: v.optional(v.picklist(["sync", "markets", "console"]), "sync"),
});
export type SocketPurpose = v.InferOutput<typeof Handshake>["purpose"];

export const PullMessage = v.strictObject({
  collection: CollectionName,
  checkpoint: Checkpoint,
  limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(PULL_LIMIT)),
});
export type PullMessage = v.InferOutput<typeof PullMessage>;

/** What a device that has just connected asks for: each collection once, so that all that is not behind costs one look. */
export const PullManyMessage = v.strictObject({
  pulls: v.pipe(v.array(PullMessage), v.minLength(1), v.maxLength(SYNC_COLLECTIONS.length)),
});
export type PullManyMessage = v.InferOutput<typeof PullManyMessage>;

/** Rows are checked one by one against the collection's row schema once the collection is known. */
export const PushMessage = v.strictObject({
  collection: CollectionName,
  rows: v.pipe(
    v.array(
      v.strictObject({
        assumedMasterState: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
        newDocumentState: v.record(v.string(), v.unknown()),
      }),
    ),
    v.maxLength(PUSH_LIMIT),
  ),
});
export type PushMessage = v.InferOutput<typeof PushMessage>;

export const ErrorAck = v.strictObject({ error: ToldRefusal });
export type ErrorAck = v.InferOutput<typeof ErrorAck>;
export const Documents = v.array(v.record(v.string(), v.unknown()));
/** With `hasMore` the answer was cut short, by count or by bytes, and the rest is to be asked for from `checkpoint`. */
export const PullAck = v.union([
  v.strictObject({ documents: Documents, checkpoint: Checkpoint, hasMore: v.boolean() }),
  ErrorAck,
]);
/** An answer for each pull, in their order. One with `hasMore` and no documents was not read: it is to be pulled by itself. */
export const PullManyAck = v.union([v.strictObject({ answers: v.array(PullAck) }), ErrorAck]);
/** Rows that are `refused` were not written, whatever became of the others; the device keeps them. */
export const PushAck = v.union([
  v.strictObject({ conflicts: Documents, refused: v.array(v.strictObject({ uid: v.string(), code: v.string() })) }),
  ErrorAck,
]);

/**
 * Documents of one collection that changed after `previous` and up to `checkpoint`. A device whose own checkpoint is
 * not `previous` has missed something and pulls instead; so does one that is told of `checkpoint` without documents.
 */
export const ChangesMessage = v.strictObject({
  collection: CollectionName,
  documents: Documents,
  previous: Checkpoint,
  checkpoint: Checkpoint,
});
export type ChangesMessage = v.InferOutput<typeof ChangesMessage>;

/** How long a device that is sent away waits at most before it comes back, in ms. */
export const LONGEST_CLOSING_MS = 60_000;
/** Told before a process that ends closes its sockets: devices come back within so many ms, each at a time of its own. */
export const ClosingMessage = v.strictObject({
  withinMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LONGEST_CLOSING_MS)),
});

/** The answers to `watch` and `unwatch`, which name a pair alike. */
export const WatchAck = v.union([MarketSnapshot, ErrorAck]);
export const UnwatchAck = v.union([v.strictObject({}), ErrorAck]);
