import { CONTACT_FIELDS } from "#schemas/contacts.ts";
import { AppError } from "#schemas/errors.ts";
import { NOTIFICATION_FIELDS } from "#schemas/notifications.ts";
import { PRICE_ALERT_FIELDS } from "#schemas/price-alerts.ts";
import { SYNC_ROWS, type SyncCollection } from "#schemas/protocol.ts";
import { FORMER_SETTINGS_FIELDS, SETTINGS_FIELDS } from "#schemas/settings.ts";
import { WATCHED_FIELDS } from "#schemas/watchlist.ts";
import { PUBLIC_OWNER } from "#server/platform/db/replicated.ts";

/** Who may do what with the documents of a collection through the socket. */
export interface CollectionPolicy {
  /** `owner`: each user reads their own documents and no others, admins included. `everyone`: also without a session. */
  readonly readers: "owner" | "everyone";
  /** The fields a device may write in its own documents. */
  readonly writable: readonly string[];
  /** Fields that devices wrote once: what a row says of them is passed over, and the rest of it written. */
  readonly passedOver?: readonly string[];
  readonly mayInsert: boolean;
  readonly mayDelete: boolean;
}

const PULL_ONLY: CollectionPolicy = {
  readers: "owner",
  writable: [],
  mayInsert: false,
  mayDelete: false,
};

export const POLICY: Readonly<Record<SyncCollection, CollectionPolicy>> = {
  contacts: { readers: "owner", writable: CONTACT_FIELDS, mayInsert: true, mayDelete: true },
  settings: {
    readers: "owner",
    writable: SETTINGS_FIELDS,
    passedOver: FORMER_SETTINGS_FIELDS,
    mayInsert: false,
    mayDelete: false,
  },
  transactions: PULL_ONLY,
  balances: PULL_ONLY,
  claimable_balances: PULL_ONLY,
  orders: PULL_ONLY,
  fills: PULL_ONLY,
  pool_shares: PULL_ONLY,
  durable_orders: PULL_ONLY,
  price_alerts: { readers: "owner", writable: PRICE_ALERT_FIELDS, mayInsert: true, mayDelete: true },
  watchlist: { readers: "owner", writable: WATCHED_FIELDS, mayInsert: true, mayDelete: true },
  deposits: PULL_ONLY,
  access_history: PULL_ONLY,
  notifications: { readers: "owner", writable: NOTIFICATION_FIELDS, mayInsert: false, mayDelete: false },
  staking_config: { ...PULL_ONLY, readers: "everyone" },
  user_stakes: PULL_ONLY,
  staking_rewards: PULL_ONLY,
  affiliate_config: { ...PULL_ONLY, readers: "everyone" },
  affiliate_program: PULL_ONLY,
  affiliate_payouts: PULL_ONLY,
  automated_trading: PULL_ONLY,
  trading_signals: PULL_ONLY,
  liquidity_pools: PULL_ONLY,
  trading_wallets: PULL_ONLY,
  market_making_trades: PULL_ONLY,
  ui_config: { ...PULL_ONLY, readers: "everyone" },
};

/** Narrows a name off the wire. Throws `sync-collection-unknown`. */
export function collectionNamed(name: string): SyncCollection {
  if (isCollection(name)) return name;
  throw new AppError("sync-collection-unknown");
}

/** Whose documents of the collection this reader is given. Throws `session-required`. */
export function ownerRead(collection: SyncCollection, userId: number | null): number {
  if (POLICY[collection].readers === "everyone") return PUBLIC_OWNER;
  if (userId === null) throw new AppError("session-required");
  return userId;
}

/** Whose documents this device may write. Throws `session-required` and `sync-collection-read-only`. */
export function ownerWritten(collection: SyncCollection, userId: number | null): number {
  if (userId === null) throw new AppError("session-required");
  if (POLICY[collection].writable.length === 0) throw new AppError("sync-collection-read-only");
  return userId;
}

function isCollection(name: string): name is SyncCollection {
  return Object.hasOwn(SYNC_ROWS, name);
}
