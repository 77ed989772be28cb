import { randomUUID } from "node:crypto";
import { type Keypair, Operation, Asset } from "@stellar/stellar-sdk";
import { formatAmount } from "#schemas/values/money.ts";
import type { AffiliateTermsFields } from "#schemas/affiliate-desk.ts";
import { affiliateIndexes } from "#server/affiliate/migrations.ts";
import { bookEvents, priceRewards } from "#server/affiliate/book-rewards.ts";
import { payRun } from "#server/affiliate/pay-run.ts";
import { bindReferral, join } from "#server/affiliate/programs.ts";
import { releaseRewards } from "#server/affiliate/rewards.ts";
import { settlePayouts } from "#server/affiliate/settle-payouts.ts";
import {
  findProgram,
  type ProgramDocument,
  readTerms,
  rewardCollection,
  type RewardDocument,
} from "#server/affiliate/store.ts";
import { tellPrograms } from "#server/affiliate/tell-programs.ts";
import { writeTerms } from "#server/affiliate/terms.ts";
import { deviceIndexes } from "#server/auth/index.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { type HousePurpose, houseAccounts, makeHouseAccounts } from "#server/platform/house/accounts.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import { listAt } from "./spending.ts";
import { startWorld, type World } from "./world.ts";

export const UNIT = 10_000_000n;
const RUNNING = new AbortController().signal;

/** A world with house accounts on its ledger, a price of XLM, and people who bring people. */
export interface AffiliateWorld extends World {
  /** Sets the terms without an operator. */
  setTerms(fields?: Partial<AffiliateTermsFields>): Promise<void>;
  /** USD for an XLM; null for none. */
  setPrice(price: string | null): Promise<void>;
  /** Somebody with a wallet, a key that the test holds, and whoever brought them. */
  person(by?: Person): Promise<Person>;
  /** Has somebody pay so many stroops to the account of fees. */
  payFee(who: Person, stroops: bigint): Promise<void>;
  /** Has the treasury pay somebody a deposit. */
  deposit(who: Person, stroops: bigint): Promise<void>;
  /** Books what was noted, has be payable what is due as if so many days had passed, and settles. */
  carryOn(days?: number): Promise<void>;
  /** Goes on with an open run until it is done. */
  pay(): Promise<void>;
  rewards(): Promise<RewardDocument[]>;
  program(who: Person): Promise<ProgramDocument>;
  balance(address: string): Promise<bigint>;
  address(purpose: HousePurpose): Promise<string>;
}

export interface Person {
  readonly userId: number;
  readonly address: string;
  readonly keys: Keypair;
  readonly code: string;
}

const TERMS: AffiliateTermsFields = {
  rewardType: "percent",
  levels: ["20", "5"],
  minPayout: "0.1",
  payoutSchedule: "manual",
  holdDays: 14,
  assetCode: "XLM",
  issuer: "",
  active: true,
  fourEyesAbove: "100",
};
const DAY_MS = 86_400_000;

export async function startAffiliateWorld(): Promise<AffiliateWorld> {
  const world = await startWorld();
  const { database, clock, deps } = world;
  await migrate(database, [deviceIndexes, affiliateIndexes], clock);
  await makeHouseAccounts(
    database,
    (session) => deps.vault.createKey(session, { userId: HOUSE_USER, purpose: "house" }),
    clock,
  );
  for (const address of (await houseAccounts(database)).values())
    await askFriendbot(world.stellar.friendbotUrl, address);
  for (const _channel of [1, 2]) await world.wallet(HOUSE_USER, "channel");
  await world.settle();
  const affiliates = withAffiliates(world);
  await affiliates.setPrice("0.25");
  await affiliates.setTerms();
  return affiliates;
}

function withAffiliates(world: World): AffiliateWorld {
  const { database, runtime, network } = world;
  const address = async (purpose: HousePurpose) => (await houseAccounts(database)).get(purpose) ?? "";
  let people = 0;
  return {
    ...world,
    address,
    setTerms: async (fields = {}) => {
      const terms = { ...TERMS, ...fields };
      await database.transaction(async (session) => {
        const stored = await readTerms(database, session);
        await writeTerms(database, session, stored, {
          ...terms,
          rewardAsset: "USD",
          rewardValue: terms.levels[0] ?? "0",
          commissionLevels: terms.levels.length,
          version: (stored?.version ?? 0) + 1,
          nextPayoutDate: null,
        });
      });
    },
    setPrice: (price) => plantPrice(world, price),
    person: async (by) => {
      people += 1;
      const userId = people;
      const keys = await world.ours(userId);
      if (by)
        await database.transaction((session) => bindReferral(runtime, session, userId, { code: by.code, clickId: "" }));
      const { affiliateCode: code } = await join(runtime, userId);
      return { userId, keys, address: keys.publicKey(), code };
    },
    payFee: async ({ keys }, stroops) => {
      const destination = await address("fees");
      await world.apply(
        [keys],
        [Operation.payment({ destination, asset: Asset.native(), amount: formatAmount(stroops) })],
      );
      await world.ingest();
    },
    deposit: async (who, stroops) => {
      await database.transaction((session) =>
        payFromHouse(runtime, session, {
          from: "treasury",
          to: who.address,
          asset: NATIVE,
          amount: stroops,
          memo: "Deposit 1",
          key: randomUUID(),
          kind: "deposit",
          knownSince: null,
          fee: 100n,
        }),
      );
      await world.settle();
    },
    carryOn: async (days = 0) => {
      await world.settle();
      const { closedAt } = await network.head();
      await bookEvents(runtime, RUNNING);
      await priceRewards(runtime, RUNNING);
      await releaseRewards(runtime, new Date(closedAt.getTime() + days * DAY_MS), RUNNING);
      await settlePayouts(runtime, RUNNING);
      await tellPrograms(runtime, RUNNING, 100);
    },
    pay: async () => {
      while ((await payRun(runtime, network, RUNNING)).hasMore);
      await world.settle();
      await settlePayouts(runtime, RUNNING);
    },
    rewards: () =>
      rewardCollection(database)
        .find({}, { sort: { id: 1 } })
        .toArray(),
    program: async ({ userId }) => {
      const program = await findProgram(database, { userId }, null);
      if (!program) throw new Error(`user ${userId} has no place`);
      return program;
    },
    balance: async (account) => BigInt((await accountCollection(database).findOne({ _id: account }))?.balance ?? "0"),
  };
}

async function plantPrice({ database, clock }: World, price: string | null): Promise<void> {
  await listAt(database, NATIVE, { usd: price, xlm: "1" }, new Date(clock.now().getTime() + 30 * DAY_MS));
}
