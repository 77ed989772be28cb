import { randomUUID } from "node:crypto";
import { PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { compareVaults } from "#server/staking/compare-vault.ts";
import { writeDailyRewards } from "#server/staking/daily-rewards.ts";
import {
  OFFER_KIND,
  offerCollection,
  STAKE_KIND,
  stakeCollection,
  type StakeDocument,
  stakingIndexes,
} from "#server/staking/store.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { askAs } from "#tests/support/operators.ts";
import { plantOffer } from "#tests/support/staking-world.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { median, quantile, type Result, roundsAndLoad } from "./results.ts";

const DAY = 86_400;
const AT_ONCE = 5000;
const CLAIMS = 30;
const TIMEOUT_MS = 120_000;
const XLM = { assetCode: "XLM", issuer: "" };
const RUNNING = new AbortController().signal;

/** How long the nightly rows of so many active stakes take, half of them flexible, each of somebody else; and to compare them with the vault. */
export async function measureStaking(stakes: number, rounds: number): Promise<Result[]> {
  const world = await startWorld();
  try {
    await stakingIndexes.run(world.database, new Date());
    const { closedAt } = await world.network.head();
    const now = Math.floor(closedAt.getTime() / 1000);
    const began = now - (now % DAY) - DAY;
    await plant(world, stakes, began);
    const nights: number[] = [];
    const looks: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const at = began + (round + 1) * DAY + 60;
      const beganMs = performance.now();
      const rows = await writeDailyRewards(world.runtime, at, RUNNING);
      nights.push((performance.now() - beganMs) / 1000);
      if (rows !== stakes) throw new Error(`${rows} of ${stakes} stakes have a row`);
      const lookedMs = performance.now();
      await compareVaults(world.runtime);
      looks.push((performance.now() - lookedMs) / 1000);
    }
    const count = stakes.toLocaleString("en-US");
    const note = roundsAndLoad(rounds);
    return [
      { name: `rewards of a day for ${count} stakes (goal 30)`, value: median(nights), unit: "s", note },
      { name: `vault compared with ${count} stakes`, value: median(looks), unit: "s", note },
    ];
  } finally {
    await world.stop();
  }
}

/** From asking for rewards until the stake says that they were paid, each after the other, with a ledger a second. */
export async function measureClaims(): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: 1000, house: { channels: 2 } });
  try {
    const { user, password, cookie } = await aUser(app);
    const isThere = (_id: string) => accountCollection(app.database).findOne({ _id, exists: true });
    await eventually(() => isThere(user.walletAddress ?? ""), TIMEOUT_MS);
    await eventually(async () => isThere((await houseAccounts(app.database)).get("staking") ?? ""), TIMEOUT_MS);
    const rates = [{ from: new Date(0).toISOString(), ratePpm: 1_000_000 }];
    const offer = await plantOffer(app, { lockupPeriod: 0, earlyWithdrawalFee: "0", rewardRate: "100", rates });
    const ask = (url: string, payload: object) => askAs(app, { cookie }, "POST", url, payload);
    const stake = { offerId: offer.id, version: offer.version, amount: "1000" };
    const agreed = { networkFee: "1", operatorFees: [] };
    const staked = await ask("/api/staking", { stake, agreed, idempotencyKey: randomUUID(), password });
    if (staked.status !== 202) throw new Error(`the stake was refused: ${JSON.stringify(staked.body)}`);
    const { id: stakeId } = await eventually(
      () => stakeCollection(app.database).findOne({ status: "active" }),
      TIMEOUT_MS,
    );
    const times: number[] = [];
    while (times.length < CLAIMS) {
      await eventually(async () => {
        const began = performance.now();
        const { status } = await ask("/api/staking/claim", { stakeId, idempotencyKey: randomUUID() });
        if (status !== 202) return false;
        await eventually(() => stakeCollection(app.database).findOne({ id: stakeId, claimId: null }), TIMEOUT_MS);
        times.push(performance.now() - began);
        return true;
      }, TIMEOUT_MS);
    }
    const note = `${CLAIMS} claims, one after the other`;
    return [
      { name: "claim to paid, 1 s ledgers, p95", value: quantile(times, 0.95), unit: "ms", note },
      { name: "claim to paid, 1 s ledgers, middle", value: median(times), unit: "ms", note },
    ];
  } finally {
    await app.stop();
  }
}

async function plant(world: World, stakes: number, began: number): Promise<void> {
  const { database } = world;
  const start = new Date(began * 1000);
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
  for (let from = 0; from < stakes; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, stakes - from) }, (_, index) =>
      stakeOf(from + index + 1, start),
    );
    await stakeCollection(database).insertMany(
      some.map((stake) => ({ ...stake, seal: sealRow(database, STAKE_KIND, stake) })),
      { ordered: false },
    );
  }
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
