import type { Runtime } from "#server/platform/http/runtime.ts";
import { tradeCollection } from "./market-store.ts";

const DAY_SECONDS = 86_400;

/** Has the trades of all markets kept for as many days as is set, those that are there too; candles have their own times (`candles.ts`). */
export async function keepTrades({ database, config }: Pick<Runtime, "database" | "config">): Promise<void> {
  const expireAfterSeconds = config.tradesKeptDays * DAY_SECONDS;
  const { collectionName } = tradeCollection(database);
  await database.db.command({ collMod: collectionName, index: { keyPattern: { at: 1 }, expireAfterSeconds } });
}
