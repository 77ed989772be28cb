import { formatAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { OFFER_KIND, offerCollection, STAKE_KIND, stakeCollection, type StakeDocument } from "#server/staking/store.ts";
import { insertInParts } from "./insert-in-parts.ts";

const DAY = 86_400;
const XLM = { assetCode: "XLM", issuer: "" };

/** A flexible offer and a locked one, both of XLM. */
export async function plantStakingOffers(database: Database, start: Date): Promise<void> {
  const beside = { issuer: "", description: "", imageUrl: "", active: true, featured: false, displayOrder: 0 };
  const told = { ratesTold: 1, toldUpTo: 0, deleted: false, userId: PUBLIC_OWNER };
  for (const [id, lockupPeriod] of [
    [1, 0],
    [2, 365],
  ] as const) {
    const terms = { rewardRate: "5", minStakeAmount: "1", lockupPeriod, earlyWithdrawalFee: "0", version: 1 };
    const rates = lockupPeriod === 0 ? [{ from: start.toISOString(), ratePpm: 50_000 }] : [];
    const offer = {
      id,
      uid: `offer-${id}`,
      revision: id,
      assetCode: "XLM",
      name: "XLM",
      ...beside,
      ...terms,
      rates,
      ...told,
    };
    const row = { ...offer, totalStaked: "0.0000000" };
    await offerCollection(database).insertOne({ ...row, seal: sealRow(database, OFFER_KIND, row) });
  }
}

/** Active stakes, half of them flexible, each of somebody else, from the number `from` on until there are `to`. */
export async function plantStakes(
  database: Database,
  { from, to, start }: { readonly from: number; readonly to: number; readonly start: Date },
): Promise<void> {
  await insertInParts(stakeCollection(database), { from, to }, (index) => {
    const stake = stakeOf(index + 1, start);
    return { ...stake, seal: sealRow(database, STAKE_KIND, stake) };
  });
}

function stakeOf(id: number, start: Date): StakeDocument {
  const lockupDays = id % 2 === 0 ? 365 : 0;
  const amount = formatAmount(BigInt(id) * 10_000_000n);
  return {
    id,
    uid: `stake-${id}`,
    userId: id,
    revision: 1,
    deleted: false,
    stakingConfigId: lockupDays === 0 ? 1 : 2,
    ...XLM,
    name: "XLM",
    amount,
    left: amount,
    terms: { version: 1, ratePpm: 50_000, lockupDays, earlyFeePpm: 0 },
    startDate: start,
    endDate: lockupDays === 0 ? null : new Date(start.getTime() + lockupDays * DAY * 1000),
    principals: [{ from: start.toISOString(), amount }],
    stoppedAt: null,
    status: "active",
    earlyWithdrawal: false,
    withdrawing: null,
    paid: "0.0000000",
    paying: "0.0000000",
    forfeited: "0.0000000",
    reason: "",
    lastRewardDate: start,
    accruedRewards: "0.0000000",
    submissionId: id,
    unstakeId: null,
    claimId: null,
    attempts: 0,
    isUnlockTold: false,
    version: 1,
  };
}
