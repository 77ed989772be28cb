import type { Migration } from "#server/platform/db/migrate.ts";
import { indexTrading } from "./order-rows.ts";

/** A database made before there was trading has no indexes for its rows. */
export const tradingIndexes: Migration = {
  number: 25,
  name: "own orders, fills and shares of pools by owner",
  run: indexTrading,
};
