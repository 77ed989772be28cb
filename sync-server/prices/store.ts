import type { Collection, Document } from "mongodb";
import type { AssetPrice } from "#schemas/markets.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import type { NoPrice } from "./price-rule.ts";

/** What an asset cost in XLM when its market was read. */
export interface Reading {
  readonly at: Date;
  readonly xlm: string;
}

/** A price that was believed, and what time it is of. */
export interface DatedPrice {
  readonly price: string;
  readonly at: Date;
}

/** An asset's last price in each unit, however long ago; null where it never had one. */
export interface KnownPrice {
  readonly usd: DatedPrice | null;
  readonly xlm: DatedPrice | null;
}

/** Somebody who holds an asset, or for whom anyone at all set it aside: what strangers do uses up no room of one's own. */
export interface Asker {
  readonly userId: number;
  readonly as: "holder" | "claimant";
}

/** An asset whose price is kept, and what is known of it. */
export interface PriceDocument extends Document {
  /** Its {@link assetKey}. */
  readonly _id: string;
  readonly assetCode: string;
  readonly issuer: string;
  readonly isListed: boolean;
  readonly usd: string | null;
  readonly xlm: string | null;
  readonly change24h: string | null;
  /** The last prices there were, which stay when a market sets none; absent before the first. */
  readonly lastUsd?: DatedPrice;
  readonly lastXlm?: DatedPrice;
  /** When the last ledger closed whose markets were read; null before the first reading. */
  readonly at: Date | null;
  readonly ledger: number;
  /** Why there is no price; null where there is one, and before the first reading. */
  readonly why: NoPrice | null;
  /** The latest ones, the oldest first. */
  readonly readings: readonly Reading[];
  /** When somebody last asked for it. */
  readonly wantedAt: Date;
  /** Who brought it here; absent where it was listed first. */
  readonly wantedBy?: Asker;
  /** When its market is to be read again, by our clock, where it is not listed. */
  readonly dueAt: Date;
  /** Up to when its history is written; null before the first. */
  readonly historyUntil: Date | null;
}

/** The stretches of time of which prices are kept. */
export type PointSize = "15m" | "1h" | "1d";

/** The price of an asset in a stretch of time, by trades. */
export interface PointDocument extends Document {
  /** Asset, size and beginning. */
  readonly _id: string;
  readonly asset: string;
  readonly size: PointSize;
  readonly at: Date;
  readonly usd: string | null;
  readonly xlm: string | null;
  /** Absent where it is kept for good. */
  readonly expiresAt?: Date;
}

const PRICES = "market_prices";
const POINTS = "market_price_points";

export function priceCollection(database: Database): Collection<PriceDocument> {
  return database.collection<PriceDocument>(PRICES);
}

export function pointCollection(database: Database): Collection<PointDocument> {
  return database.collection<PointDocument>(POINTS);
}

/** Prices, and their history, of which what is fine-grained vanishes. */
export const priceIndexes: Migration = {
  number: 13,
  name: "prices of assets and their history",
  run: async (database) => {
    await priceCollection(database).createIndex({ isListed: 1, dueAt: 1 });
    await pointCollection(database).createIndex({ asset: 1, size: 1, at: 1 });
    await pointCollection(database).createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  },
};

/** How many assets somebody brought here is asked whenever they bring one more. */
export const priceAskers: Migration = {
  number: 19,
  name: "who had an asset priced",
  run: async (database) => {
    await priceCollection(database).createIndex({ wantedBy: 1 });
  },
};

/** The document of an asset of which nothing is known yet. */
export function unread({ assetCode, issuer }: AssetName, wantedAt: Date): PriceDocument {
  return {
    _id: assetKey({ assetCode, issuer }),
    assetCode,
    issuer,
    isListed: false,
    usd: null,
    xlm: assetCode === NATIVE_CODE && issuer === "" ? "1" : null,
    change24h: null,
    at: null,
    ledger: 0,
    why: null,
    readings: [],
    wantedAt,
    dueAt: wantedAt,
    historyUntil: null,
  };
}

/** A price as it is told; null before the first reading. */
export function priceOf(document: PriceDocument): AssetPrice | null {
  const { assetCode, issuer, usd, xlm, change24h, at } = document;
  return at === null ? null : { assetCode, issuer, usd, xlm, change24h, at: at.toISOString() };
}

/** The last prices that were known, whether or not there is one now. */
export function knownPriceOf({ usd, xlm, at, lastUsd, lastXlm }: PriceDocument): KnownPrice {
  return { usd: dated(usd, at) ?? lastUsd ?? null, xlm: dated(xlm, at) ?? lastXlm ?? null };
}

function dated(price: string | null, at: Date | null): DatedPrice | null {
  return price === null || at === null ? null : { price, at };
}
