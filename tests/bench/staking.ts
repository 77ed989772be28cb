import { randomUUID } from "node:crypto";
import { compareVaults } from "#server/staking/compare-vault.ts";
import { writeDailyRewards } from "#server/staking/daily-rewards.ts";
import { stakeCollection, stakingIndexes } from "#server/staking/store.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { askAs } from "#tests/support/operators.ts";
import { plantOffer } from "#tests/support/staking-world.ts";
import { startWorld } from "#tests/support/world.ts";
import { plantStakes, plantStakingOffers } from "#tests/support/planted-stakes.ts";
import { median, quantile, type Result, roundsAndLoad } from "./results.ts";

const DAY = 86_400;
const CLAIMS = 30;
const TIMEOUT_MS = 120_000;
const RUNNING = new AbortController().signal;

/** How long the nightly rows of so many active stakes take, half of them flexible, each of somebody else; and to compare them with the vault. */
export async function measureStaking(stakes: number, rounds: number): Promise<Result[]> {
  const world = await startWorld();
  try {
    await stakingIndexes.run(world.database, new Date());
    const { closedAt } = await world.network.head();
    const now = Math.floor(closedAt.getTime() / 1000);
    const began = now - (now % DAY) - DAY;
    const start = new Date(began * 1000);
    await plantStakingOffers(world.database, start);
    await plantStakes(world.database, { from: 0, to: stakes, start });
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
