import { randomUUID } from "node:crypto";
import { migrate } from "#server/platform/db/migrate.ts";
import type { TradeAgreed } from "#schemas/trading.ts";
import type { StakingOfferFields } from "#schemas/staking-desk.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { type HousePurpose, houseAccounts, makeHouseAccounts } from "#server/platform/house/accounts.ts";
import { sponsorVault } from "#server/platform/house/sponsor.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import { putReplicated, PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { TradeDeps } from "#server/trading/index.ts";
import { startWorld, type World } from "./world.ts";
import { claimRewards } from "#server/staking/claim-rewards.ts";
import { compareVaults } from "#server/staking/compare-vault.ts";
import { writeDailyRewards } from "#server/staking/daily-rewards.ts";
import { settleStakes } from "#server/staking/settle-stakes.ts";
import { makeStake } from "#server/staking/stake.ts";
import {
  findOffer,
  OFFER_KIND,
  offerCollection,
  OFFERS,
  type OfferDocument,
  type StakeDocument,
  stakeCollection,
  stakingIndexes,
  type StoredOffer,
} from "#server/staking/store.ts";
import { planUnstake, unstake } from "#server/staking/unstake.ts";

export const UNIT = 10_000_000n;
export const DAY = 86_400;
const RUNNING = new AbortController().signal;

type OfferSet = Partial<StakingOfferFields> & Partial<Pick<StoredOffer, "rates">>;

/** A world with vault and pool on its ledger, whose time the test moves on. */
export interface StakingWorld extends World {
  readonly trade: TradeDeps;
  /** The network's time, in seconds. */
  now(): Promise<number>;
  /** Moves the network's time on, for all that stakes go by. */
  pass(seconds: number): void;
  offer(fields?: OfferSet): Promise<OfferDocument>;
  stake(
    userId: number,
    offer: OfferDocument,
    amount: string,
    key?: string,
    operatorFees?: TradeAgreed["operatorFees"],
  ): Promise<StakeDocument>;
  takeOut(userId: number, stakeId: number, amount?: string | null, key?: string): Promise<StakeDocument>;
  claim(userId: number, stakeId: number, key?: string): Promise<StakeDocument>;
  /** Lets the ledger decide all that is under way, and stakes follow. */
  carryOn(): Promise<void>;
  night(): Promise<number>;
  read(stakeId: number): Promise<StakeDocument>;
  balance(purpose: HousePurpose): Promise<bigint>;
  address(purpose: HousePurpose): Promise<string>;
  /** What the vault holds less what it should. */
  difference(): Promise<bigint>;
}

const FIELDS: StakingOfferFields = {
  assetCode: "XLM",
  issuer: "",
  name: "XLM for 30 days",
  description: "",
  imageUrl: "",
  rewardRate: "10",
  minStakeAmount: "1",
  lockupPeriod: 30,
  earlyWithdrawalFee: "2",
  active: true,
  featured: false,
  displayOrder: 0,
};

export async function startStakingWorld(): Promise<StakingWorld> {
  const world = await startWorld();
  const { database, runtime, clock, deps } = world;
  await migrate(database, [stakingIndexes], clock);
  await makeHouseAccounts(
    database,
    (session) => deps.vault.createKey(session, { userId: HOUSE_USER, purpose: "house" }),
    clock,
  );
  const houses = await houseAccounts(database);
  for (const [purpose, address] of houses)
    if (purpose !== "staking") await askFriendbot(world.stellar.friendbotUrl, address);
  await world.wallet(HOUSE_USER, "channel");
  await world.wallet(HOUSE_USER, "channel");
  await sponsorVault(runtime, houses.get("staking") ?? "", 100n);
  await world.settle();
  return withStakes(world);
}

function withStakes(world: World): StakingWorld {
  const { database, runtime, deps, network } = world;
  let passed = 0;
  const head = async () => {
    const real = await network.head();
    return { ...real, closedAt: new Date(real.closedAt.getTime() + passed * 1000) };
  };
  const trade: TradeDeps = { ...deps, network: { ...network, head } };
  const now = async () => Math.floor((await head()).closedAt.getTime() / 1000);
  const prove = () => Promise.resolve();
  const read = async (id: number) => {
    const stake = await stakeCollection(database).findOne({ id });
    if (!stake) throw new Error(`there is no stake ${id}`);
    return stake;
  };
  const address = async (purpose: HousePurpose) => (await houseAccounts(database)).get(purpose) ?? "";
  return {
    ...world,
    trade,
    now,
    pass: (seconds) => {
      passed += seconds;
    },
    offer: (fields = {}) => plantOffer(world, fields),
    stake: async (userId, offer, amount, key = randomUUID(), operatorFees = []) => {
      const { version } = (await findOffer(database, offer.id, null)) ?? offer;
      const stake = { offerId: offer.id, version, amount };
      const agreed = { networkFee: "1", operatorFees };
      const { id } = await makeStake(trade, { userId, prove }, { stake, agreed, idempotencyKey: key });
      const made = await stakeCollection(database).findOne({ submissionId: id });
      if (!made) throw new Error("no stake was kept");
      return made;
    },
    takeOut: async (userId, stakeId, amount = null, key = randomUUID()) => {
      const wish = { stakeId, amount };
      const { outcome } = await planUnstake(trade, userId, wish);
      const agreed = {
        receives: formatAmount(outcome.receives > 0n ? outcome.receives : 0n),
        isEarly: outcome.isEarly,
      };
      return unstake(trade, userId, { unstake: wish, agreed, idempotencyKey: key });
    },
    claim: (userId, stakeId, key = randomUUID()) => claimRewards(trade, userId, { stakeId, idempotencyKey: key }),
    carryOn: async () => {
      await world.settle();
      await shiftStakes(world, passed);
      await settleStakes(runtime, network, RUNNING);
    },
    night: async () => writeDailyRewards(runtime, await now(), RUNNING),
    read,
    address,
    balance: async (purpose) => {
      const account = await accountCollection(database).findOne({ _id: await address(purpose) });
      return BigInt(account?.balance ?? "0");
    },
    difference: async () => {
      const [sums] = await compareVaults(runtime);
      return sums ? sums.holds - sums.stakes - sums.others : 0n;
    },
  };
}

/** The real network's time is what it is: what it says of a stake is moved on as far as the test has. */
async function shiftStakes({ database }: World, seconds: number): Promise<void> {
  const rows = database.collection("transactions");
  for (const { _id, timestamp } of await rows.find({ type: "stake", isShifted: { $exists: false } }).toArray())
    await rows.updateOne(
      { _id },
      { $set: { timestamp: new Date(timestamp.getTime() + seconds * 1000), isShifted: true } },
    );
}

/** An offer that nobody asked an operator for. */
export async function plantOffer(
  { database }: Pick<World, "database">,
  { rates = [], ...set }: OfferSet,
): Promise<OfferDocument> {
  const uid = randomUUID();
  const counted = { version: 1, totalStaked: "0.0000000", ratesTold: 1, toldUpTo: 0 };
  const fields: StoredOffer = { ...FIELDS, ...set, rates, ...counted };
  return database.transaction(async (session) => {
    await putReplicated(database, session, OFFERS, PUBLIC_OWNER, [{ uid, fields }]);
    const offer = await offerCollection(database).findOne({ uid }, { session });
    if (!offer) throw new Error("the offer was not stored");
    await offerCollection(database).updateOne(
      { uid },
      { $set: { seal: sealRow(database, OFFER_KIND, offer) } },
      { session },
    );
    return offer;
  });
}
