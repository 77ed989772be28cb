import type { ClientSession } from "mongodb";
import { owedTo } from "#schemas/stake-reckoning.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { stakeCollection } from "./store.ts";

/** Whether somebody has money staked, or rewards that are owed to them. */
export async function hasStakes(database: Database, userId: number, session: ClientSession | null): Promise<boolean> {
  const stakes = await stakeCollection(database).find({ userId, deleted: false }, inSession(session)).toArray();
  return stakes.some(
    (stake) =>
      stake.status !== "failed" &&
      (stake.status !== "withdrawn" || owedTo(stake, parseAmount(stake.accruedRewards)) > 0n),
  );
}
