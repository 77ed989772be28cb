import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readSecurityOf } from "#server/users/index.ts";
import { programCollection, type RewardDocument } from "./store.ts";

/** Of everybody through whom these rewards came those whose account is frozen, by the numbers of their places. */
export async function frozenAmong(
  runtime: Runtime,
  session: ClientSession,
  rewards: readonly Pick<RewardDocument, "through">[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rewards.flatMap(({ through }) => through))];
  const places = await programCollection(runtime.database)
    .find({ id: { $in: ids } }, { session, projection: { _id: 0, id: 1, userId: 1 } })
    .toArray();
  const userIds = places.map(({ userId }) => userId);
  const security = await readSecurityOf(runtime, userIds, session);
  return new Set(places.filter(({ userId }) => security.get(userId)?.isFrozen === true).map(({ id }) => id));
}
