import type { ClientSession } from "mongodb";
import { writeSaid } from "#schemas/said.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { putRewards } from "./rewards.ts";
import { rewardCollection, UNPAID } from "./store.ts";

/** Gives up what was not paid to somebody whose account ends, in its transaction: there is nobody left to pay. */
export async function giveUpRewards(runtime: Runtime, session: ClientSession, userId: number): Promise<void> {
  const unpaid = await rewardCollection(runtime.database)
    .find({ userId, state: { $in: [...UNPAID] } }, { session })
    .toArray();
  await putRewards(runtime, session, unpaid, () => ({ state: "reversed", reason: writeSaid("reason.account-closed") }));
}
