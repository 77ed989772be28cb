import type { RxJsonSchema } from "rxdb";
import type * as v from "valibot";
import { SYNC_ROWS, type SyncCollection, type SyncRow } from "#schemas/protocol.ts";

/** A row as the device stores and shows it: tombstones are hidden by the database. */
export type LocalRow<C extends SyncCollection> = Omit<SyncRow<C>, "_deleted">;

/** Collections whose documents the device edits. Their schema changes need a migration. */
export const WRITABLE_COLLECTIONS = [
  "contacts",
  "settings",
  "notifications",
  "price_alerts",
  "watchlist",
] as const satisfies readonly SyncCollection[];
export type WritableCollection = (typeof WRITABLE_COLLECTIONS)[number];

export function isWritable(collection: SyncCollection): collection is WritableCollection {
  return WRITABLE_COLLECTIONS.some((name) => name === collection);
}

/**
 * Fields that are sorted by on the device, with their greatest length: an index needs it. Small kinds have none, but for the
 * one that the seals of a former version's notifications speak of.
 */
const INDEXED: Readonly<Partial<Record<SyncCollection, Readonly<Record<string, number>>>>> = {
  transactions: { timestamp: 30 },
  access_history: { timestamp: 30 },
  contacts: { name: 100 },
  notifications: { timestamp: 30 },
  orders: { changedAt: 30 },
  fills: { timestamp: 30 },
  staking_rewards: { timestamp: 30 },
  trading_signals: { candleAt: 30 },
  market_making_trades: { timestamp: 30 },
};
const UID_MAX_LENGTH = 64;
/** A balance is called by its asset. */
const ASSET_UID_MAX_LENGTH = 69;

/**
 * The RxDB schema of a collection, derived from its row schema. It keeps types only: rows were checked before they were
 * written, and a changed limit or message must not count as a changed schema.
 */
export function rowSchema<C extends SyncCollection>(collection: C): RxJsonSchema<LocalRow<C>> {
  const indexed: Readonly<Record<string, number>> = INDEXED[collection] ?? {};
  const properties: Record<string, { type?: string; maxLength?: number }> = {};
  for (const [name, field] of Object.entries(SYNC_ROWS[collection].entries)) {
    if (name === "_deleted") continue;
    const type = jsonTypeOf(field);
    const maxLength = name === "uid" ? uidMaxLength(collection) : indexed[name];
    properties[name] = {
      ...(type === undefined ? {} : { type }),
      ...(maxLength === undefined ? {} : { maxLength }),
    };
  }
  const required = Object.keys(properties);
  // Of the one hidden document that says up to where the others were pulled.
  if (!isWritable(collection)) properties["checkpoint"] = { type: "string" };
  const schema: unknown = {
    version: 0,
    primaryKey: "uid",
    type: "object",
    properties,
    required,
    indexes: Object.keys(indexed),
  };
  if (!isRowSchema<C>(schema)) throw new Error(`no schema for ${collection}`);
  return schema;
}

/**
 * The JSON Schema type of what a field holds; undefined where it may hold several. A converter of all schemas would be much to
 * load for so little.
 */
export function jsonTypeOf(field: v.GenericSchema): string | undefined {
  if ("wrapped" in field && isSchema(field.wrapped))
    return field.type === "optional" ? jsonTypeOf(field.wrapped) : undefined;
  switch (field.type) {
    case "picklist":
      return "string";
    case "record":
    case "strict_object":
      return "object";
    case "number":
      return isWhole(field) ? "integer" : "number";
    case "string":
    case "boolean":
    case "array":
      return field.type;
    default:
      return undefined;
  }
}

function isWhole(field: v.GenericSchema): boolean {
  const actions: readonly unknown[] = "pipe" in field && Array.isArray(field.pipe) ? field.pipe : [];
  return actions.some((action) => Object(action).type === "safe_integer");
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}

function uidMaxLength(collection: SyncCollection): number {
  return collection === "balances" ? ASSET_UID_MAX_LENGTH : UID_MAX_LENGTH;
}

function isRowSchema<C extends SyncCollection>(schema: unknown): schema is RxJsonSchema<LocalRow<C>> {
  return typeof schema === "object" && schema !== null && "primaryKey" in schema;
}
