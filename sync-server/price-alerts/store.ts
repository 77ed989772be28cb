import type { Collection } from "mongodb";
import type { PriceAlertRow } from "#schemas/price-alerts.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { KeptBeside } from "./watch.ts";

/** An alert: what its owner's devices wrote, and what it is looked after by. */
export interface StoredAlert
  extends Omit<PriceAlertRow, "uid" | "id" | "_deleted" | "state" | "toldAt" | "toldPrice">, KeptBeside {}
export type AlertDocument = ReplicatedDocument & StoredAlert;

/** How many alerts one person was told of within a day by UTC. */
export interface ToldToday {
  /** The person and the day. */
  readonly _id: string;
  readonly count: number;
  readonly day: Date;
}

/** What looking after alerts needs. */
export type AlertContext = Pick<Runtime, "database" | "clock">;

export const PRICE_ALERTS = "price_alerts";
const FORGOTTEN_AFTER_S = 3 * 86_400;

export function alertCollection(database: Database): Collection<AlertDocument> {
  return database.collection<AlertDocument>(PRICE_ALERTS);
}

export function toldCollection(database: Database): Collection<ToldToday> {
  return database.collection<ToldToday>("price_alerts_told");
}

export const priceAlertIndexes: Migration = {
  number: 80,
  name: "price alerts by owner, state and price; what is followed by owner",
  run: async (database) => {
    const byOwner = [
      { key: { userId: 1, uid: 1 }, unique: true },
      { key: { userId: 1, revision: 1 }, unique: true },
    ] as const;
    await alertCollection(database).createIndexes([
      ...byOwner,
      { key: { state: 1, deleted: 1, pair: 1, direction: 1, trigger: 1 } },
    ]);
    await database.collection("watchlist").createIndexes([...byOwner]);
    await toldCollection(database).createIndexes([{ key: { day: 1 }, expireAfterSeconds: FORGOTTEN_AFTER_S }]);
  },
};
