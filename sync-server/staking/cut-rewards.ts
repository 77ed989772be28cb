import type { ClientSession } from "mongodb";
import { earnedBy } from "#schemas/stake-reckoning.ts";
import type { OfferRate } from "#schemas/staking.ts";
import { secondsOf } from "#schemas/values/accrual.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { OwnedWrite } from "#server/platform/db/replicated.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { instantOf } from "#server/wallet/index.ts";
import { REWARDS, type StakeDocument, type StoredReward } from "./store.ts";

/** The row of what a stake earned since its last one, and what it has earned by then. */
export interface Cut {
  /** None where it is less than a stroop. */
  readonly row: OwnedWrite | null;
  readonly earned: bigint;
}

/** Rows are differences of what was earned in all: whatever nights were missed, they add up to it. `at` in seconds. */
export function cutAt(stake: StakeDocument, rates: readonly OfferRate[], at: number): Cut {
  const earned = earnedBy(stake, rates, at);
  const amount = earned - parseAmount(stake.accruedRewards);
  if (amount <= 0n) return { row: null, earned };
  const { id, userId, assetCode, issuer, lastRewardDate } = stake;
  const fields: StoredReward = {
    userStakeId: id,
    assetCode,
    issuer,
    amount: formatAmount(amount),
    from: instantOf(secondsOf(lastRewardDate)),
    timestamp: new Date(at * 1000),
    status: "accrued",
    hash: "",
    transactionId: null,
    claimId: null,
  };
  return { row: { userId, uid: `${id}-${at}`, fields }, earned };
}

/** Writes the row of what was earned up to a time; answers with what the stake then says of it. */
export async function cutRewards(
  database: Database,
  session: ClientSession,
  stake: StakeDocument,
  { rates, at }: { readonly rates: readonly OfferRate[]; readonly at: number },
): Promise<Pick<StakeDocument, "lastRewardDate" | "accruedRewards">> {
  const { row, earned } = cutAt(stake, rates, at);
  if (!row) return { lastRewardDate: stake.lastRewardDate, accruedRewards: stake.accruedRewards };
  await putReplicated(database, session, REWARDS, stake.userId, [row]);
  return { lastRewardDate: new Date(at * 1000), accruedRewards: formatAmount(earned) };
}
