import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assertRowSealed, isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { tellBy } from "./programs.ts";
import { REWARD_KIND, rewardCollection, type RewardDocument } from "./store.ts";

type Change = Partial<Pick<RewardDocument, "state" | "amount" | "signals" | "isCovered" | "payoutId" | "reason">>;

/** Writes what became of rewards, sealed anew. Throws `SealBrokenError` for one that was written past the server. */
export async function putRewards(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  rows: readonly RewardDocument[],
  changeOf: (row: RewardDocument) => Change,
): Promise<void> {
  if (rows.length === 0) return;
  const writes = rows.map((row) => {
    assertRowSealed(database, REWARD_KIND, row, row.id);
    const change = changeOf(row);
    const seal = sealRow(database, REWARD_KIND, { ...row, ...change });
    return { updateOne: { filter: { id: row.id }, update: { $set: { ...change, seal } } } };
  });
  await rewardCollection(database).bulkWrite(writes, { session, ordered: false });
}

const AT_ONCE = 500;

/** Has rewards be payable by the network's time that were held long enough, that nothing speaks against and that were earned through. */
export async function releaseRewards(runtime: Runtime, now: Date, signal: AbortSignal): Promise<void> {
  const { database, clock } = runtime;
  const due = { state: "pending" as const, heldUntil: { $lte: now }, isCovered: true, signals: { $size: 0 } };
  while (!signal.aborted) {
    const count = await database.transaction(async (session) => {
      const rows = await rewardCollection(database)
        .find(due, { session, sort: { heldUntil: 1 }, limit: AT_ONCE })
        .toArray();
      // One that was written past the server keeps no other waiting; operators are told where it is to be paid or priced.
      const sealed = rows.filter((row) => isRowSealed(database, REWARD_KIND, row));
      for (const { id } of rows.filter((row) => !sealed.includes(row)))
        await tellForged(runtime, `affiliate reward ${id}`, { rewardId: id });
      await putRewards(runtime, session, sealed, () => ({ state: "payable" }));
      const ids = [...new Set(rows.map(({ affiliateId }) => affiliateId))];
      await tellBy(database, session, ids, clock.now());
      return sealed.length;
    });
    if (count < AT_ONCE) return;
  }
}
