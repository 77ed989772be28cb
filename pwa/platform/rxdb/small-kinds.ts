import type { RxJsonSchema } from "rxdb";
import type { SyncCollection } from "#schemas/protocol.ts";

/**
 * The collections of which a person has few rows. On the device they share one collection of RxDB's, which holds a tab to
 * sixteen: one kind more is a line here. Their rows are found by their kind, and filtered and sorted once they are read.
 */
export const SMALL_KINDS = [
  "settings",
  "ui_config",
  "notifications",
  "pool_shares",
  "durable_orders",
  "price_alerts",
  "watchlist",
  "affiliate_config",
  "affiliate_program",
  "affiliate_payouts",
  "staking_config",
  "user_stakes",
  "automated_trading",
  "liquidity_pools",
  "trading_wallets",
] as const satisfies readonly SyncCollection[];
export type SmallKind = (typeof SMALL_KINDS)[number];

export function isSmallKind(collection: SyncCollection): collection is SmallKind {
  return SMALL_KINDS.some((kind) => kind === collection);
}

/** The collection that they share. */
export const SMALL_ROWS = "small_rows";

/** A row of any kind as it is stored there. */
export interface SmallRow {
  /** Kind and uid: see {@link smallKey}. */
  readonly key: string;
  readonly kind: string;
  readonly row: Readonly<Record<string, unknown>>;
}

const KIND_MAX_LENGTH = 32;
const KEY_MAX_LENGTH = 110;

/** The same whatever the kinds are: a new one, or a changed row, changes nothing of what is stored. */
export const SMALL_ROWS_SCHEMA: RxJsonSchema<SmallRow> = {
  version: 0,
  primaryKey: "key",
  type: "object",
  properties: {
    key: { type: "string", maxLength: KEY_MAX_LENGTH },
    kind: { type: "string", maxLength: KIND_MAX_LENGTH },
    row: { type: "object" },
  },
  required: ["key", "kind", "row"],
  indexes: ["kind"],
};

export function smallKey(kind: string, uid: string): string {
  return `${kind}|${uid}`;
}
