import { type AffiliateReward, type AffiliateRewardsQuery, RewardState } from "#schemas/affiliate-desk.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { ListSearch } from "#server/platform/lists/list-search.ts";
import { rewardOutput } from "./read-desk.ts";
import { rewardCollection, type RewardDocument } from "./store.ts";

/** Rewards that are meant, the newest first: of a state, and by the number of who gets it or of whom it is for. */
export function searchRewards(
  { database }: Runtime,
  { find, show, rows }: Omit<AffiliateRewardsQuery, "after">,
): ListSearch<RewardDocument, AffiliateReward> {
  const state = RewardState.options.find((each) => each === show);
  const within = state === undefined ? {} : { state };
  const user = /^[1-9]\d{0,14}$/.test(find.trim()) ? Number(find.trim()) : null;
  const none = find.trim() !== "" && user === null;
  const byNumber = (found: object) => ({ hint: state === undefined || rows ? "id_1" : "state_1_id_1", found });
  const ways = rows
    ? [byNumber({ id: { $in: rows } })]
    : user === null
      ? [byNumber(none ? { id: 0 } : {})]
      : [
          { hint: "userId_1_id_1", found: { userId: user } },
          { hint: "referredUserId_1_id_1", found: { referredUserId: user } },
        ];
  return {
    collection: rewardCollection(database),
    within,
    ways,
    order: "newest",
    describe: (found) => found.map(rewardOutput),
  };
}
