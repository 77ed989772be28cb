import type { ClientSession, Collection } from "mongodb";
import { owedTo } from "#schemas/stake-reckoning.ts";
import type { OfferRate, StakeRewardRow, StakeRow, StakingOfferRow } from "#schemas/staking.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { putReplicated, PUBLIC_OWNER, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { assertRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { changeBook } from "./books.ts";

type Beside = "uid" | "id" | "_deleted";

/** An offer: what its row says, and whom of its stakers the news of its rates have reached. */
export interface StoredOffer extends Omit<StakingOfferRow, Beside> {
  /** How many of its rates everybody was told of, and up to which stake of the next. */
  readonly ratesTold: number;
  readonly toldUpTo: number;
  readonly seal?: string;
}
export type OfferDocument = ReplicatedDocument & StoredOffer;

/** A stake: what its row says, and what carries it on. */
export interface StoredStake extends Omit<StakeRow, Beside | "startDate" | "endDate" | "stoppedAt"> {
  readonly startDate: Date;
  readonly endDate: Date | null;
  readonly stoppedAt: Date | null;
  /** Up to when its rewards have rows, and what they come to: bookkeeping, by which nothing is paid. */
  readonly lastRewardDate: Date;
  readonly accruedRewards: string;
  /** By which it was staked. */
  readonly submissionId: number;
  /** Of the payments under way; null while there is none. */
  readonly unstakeId: number | null;
  readonly claimId: number | null;
  /** How many payments were begun of it: each has a key of its own. */
  readonly attempts: number;
  readonly isUnlockTold: boolean;
  readonly version: number;
  readonly seal?: string;
}
export type StakeDocument = ReplicatedDocument & StoredStake;

/** What a stake earned in a part of time. */
export interface StoredReward extends Omit<StakeRewardRow, Beside | "timestamp"> {
  readonly timestamp: Date;
  readonly transactionId: number | null;
  /** Of the payment that it is in; null before. */
  readonly claimId: number | null;
}
export type RewardDocument = ReplicatedDocument & StoredReward;

export const OFFERS = "staking_config";
export const STAKES = "user_stakes";
export const REWARDS = "staking_rewards";

/** What is promised to whoever stakes. How much is staked is counted, and decides nothing. */
export const OFFER_KIND: SealedKind<OfferDocument> = {
  collection: OFFERS,
  contentOf: ({ id, assetCode, issuer, minStakeAmount, rewardRate, ...offer }) => {
    const { lockupPeriod, earlyWithdrawalFee, active, version, rates } = offer;
    const terms = { rewardRate, lockupPeriod, earlyWithdrawalFee, version, rates };
    return { id, assetCode, issuer, minStakeAmount, active, ...terms };
  },
};

/** Whose it is, how much, by which terms, and what was paid of it. */
export const STAKE_KIND: SealedKind<StakeDocument> = {
  collection: STAKES,
  contentOf: ({ id, userId, uid, stakingConfigId, assetCode, issuer, amount, left, terms, status, ...stake }) => {
    const { startDate, endDate, stoppedAt, principals, withdrawing, paid, paying, forfeited, attempts } = stake;
    const { submissionId, unstakeId, claimId } = stake;
    const time = { startDate, endDate, stoppedAt, principals };
    const money = { amount, left, withdrawing, paid, paying, forfeited };
    const payments = { attempts, submissionId, unstakeId, claimId };
    return { id, userId, uid, stakingConfigId, assetCode, issuer, terms, status, ...time, ...money, ...payments };
  },
};

export function offerCollection(database: Database): Collection<OfferDocument> {
  return database.collection<OfferDocument>(OFFERS);
}

export function stakeCollection(database: Database): Collection<StakeDocument> {
  return database.collection<StakeDocument>(STAKES);
}

export function rewardCollection(database: Database): Collection<RewardDocument> {
  return database.collection<RewardDocument>(REWARDS);
}

/** An offer; null where there is none. Throws `SealBrokenError` for one that was written past the server. */
export async function findOffer(
  database: Database,
  id: number,
  session: ClientSession | null,
): Promise<OfferDocument | null> {
  const offer = await offerCollection(database).findOne({ id }, inSession(session));
  if (offer) assertRowSealed(database, OFFER_KIND, offer, id);
  return offer;
}

/** A stake of this person; null where there is none. Throws like {@link findOffer}. */
export async function findStake(
  database: Database,
  { userId, id }: { readonly userId: number; readonly id: number },
  session: ClientSession | null,
): Promise<StakeDocument | null> {
  const stake = await stakeCollection(database).findOne({ userId, id }, inSession(session));
  if (stake) assertRowSealed(database, STAKE_KIND, stake, id);
  return stake;
}

/** What a flexible stake's rewards are reckoned by. */
export async function ratesOf(
  database: Database,
  { stakingConfigId, terms }: Pick<StakeDocument, "stakingConfigId" | "terms">,
  session: ClientSession | null,
): Promise<readonly OfferRate[]> {
  if (terms.lockupDays > 0) return [];
  return (await findOffer(database, stakingConfigId, session))?.rates ?? [];
}

/** Writes a new stake, or what has become of one, in the transaction of what it goes with; the book of its asset follows. */
export async function writeStake(
  database: Database,
  session: ClientSession,
  key: Pick<StakeDocument, "userId" | "uid">,
  fields: Partial<StoredStake>,
): Promise<StakeDocument> {
  const { userId, uid } = key;
  const stakes = stakeCollection(database);
  const before = await stakes.findOne({ userId, uid }, { session });
  const version = (before?.version ?? 0) + 1;
  await putReplicated(database, session, STAKES, userId, [{ uid, fields: { ...fields, version } }]);
  const after = await stakes.findOne({ userId, uid }, { session });
  if (!after) throw new Error(`the stake ${uid} was not stored`);
  await stakes.updateOne({ userId, uid }, { $set: { seal: sealRow(database, STAKE_KIND, after) } }, { session });
  await changeBook(database, session, after, {
    [after.terms.lockupDays > 0 ? "promised" : "owed"]: liabilityOf(after) - (before ? liabilityOf(before) : 0n),
  });
  await countStaked(database, session, after, inVault(after) - (before ? inVault(before) : 0n));
  return after;
}

function liabilityOf(stake: StakeDocument): bigint {
  return owedTo(stake, parseAmount(stake.accruedRewards));
}

/** What of a stake is in the vault, in stroops. */
export function inVault({ status, left }: Pick<StakeDocument, "status" | "left">): bigint {
  return status === "active" || status === "withdrawing" ? parseAmount(left) : 0n;
}

async function countStaked(
  database: Database,
  session: ClientSession,
  { stakingConfigId: id }: StakeDocument,
  more: bigint,
): Promise<void> {
  if (more === 0n) return;
  const offer = await offerCollection(database).findOne({ id }, { session });
  if (!offer) return;
  const totalStaked = plus(offer.totalStaked, more);
  await putReplicated(database, session, OFFERS, PUBLIC_OWNER, [{ uid: offer.uid, fields: { totalStaked } }]);
}

export function plus(amount: string, stroops: bigint): string {
  const sum = parseAmount(amount) + stroops;
  const text = String(sum < 0n ? 0n : sum).padStart(8, "0");
  return `${text.slice(0, -7)}.${text.slice(-7)}`;
}

export const stakingIndexes: Migration = {
  number: 141,
  name: "staking offers, stakes and rewards",
  run: async (database) => {
    for (const collection of [OFFERS, STAKES, REWARDS])
      await database.collection(collection).createIndexes([
        { key: { id: 1 }, unique: true },
        { key: { userId: 1, uid: 1 }, unique: true },
        { key: { userId: 1, revision: 1 }, unique: true },
      ]);
    await stakeCollection(database).createIndexes([
      { key: { status: 1, id: 1 } },
      { key: { stakingConfigId: 1, status: 1, id: 1 } },
      { key: { claimId: 1 } },
      { key: { status: 1, isUnlockTold: 1, endDate: 1 } },
    ]);
    await rewardCollection(database).createIndexes([{ key: { userStakeId: 1, status: 1 } }, { key: { claimId: 1 } }]);
    await database.collection("stake_acts").createIndex({ userId: 1, key: 1 }, { unique: true });
  },
};
