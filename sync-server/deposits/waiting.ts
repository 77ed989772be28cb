import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, together, type Waiting } from "#server/platform/db/waiting.ts";
import { depositCollection } from "./store.ts";

/** Deposits about which a person has to do something: declared ones, and those whose crediting failed. */
export async function waitingDeposits(database: Database): Promise<Waiting> {
  const deposits = depositCollection(database);
  const each = ["pending", "failed"] as const;
  return together(await Promise.all(each.map((status) => countWaiting(deposits, { status }, "createdAt"))));
}
