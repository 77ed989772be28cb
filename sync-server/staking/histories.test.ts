import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { DAY, startStakingWorld, type StakingWorld, UNIT } from "#tests/support/staking-world.ts";
import { rewardCollection, stakeCollection } from "./store.ts";

let world: StakingWorld;

beforeAll(async () => {
  world = await startStakingWorld();
  for (const userId of [1, 2, 3]) await world.wallet(userId);
}, 120_000);
afterAll(() => world.stop());

async function rewardsOf(userStakeId: number) {
  return rewardCollection(world.database).find({ userStakeId }).toArray();
}

function sumOf(rows: readonly { readonly amount: string }[]): bigint {
  return rows.reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
}

/** Numbers that look random, the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("over random histories vault, pool, stakes and rewards add up to the stroop", async () => {
  const random = randomFrom(20_261_127);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const offers = [
    await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0", rewardRate: "11.1111" }),
    await world.offer({ lockupPeriod: 5, earlyWithdrawalFee: "1.5", rewardRate: "3.7" }),
  ];
  const pool = await world.balance("staking-rewards");
  const before = await totals();
  for (let turn = 0; turn < 40; turn += 1) {
    const userId = pick([1, 2, 3]) ?? 1;
    const own = await stakeCollection(world.database)
      .find({ userId, stakingConfigId: { $in: offers.map(({ id }) => id) } })
      .toArray();
    const stake = pick(own);
    const offer = pick(offers);
    const amount = formatAmount(BigInt(Math.floor(random() * 5e8)) + UNIT);
    const act = random();
    const done =
      act < 0.35 && offer ? world.stake(userId, offer, amount) : stake && someAct(act, userId, stake.id, amount);
    // Whatever is refused leaves nothing behind.
    if (done) await done.catch((error: unknown) => expect(error).toHaveProperty("code"));
    if (random() < 0.5) await world.carryOn();
    if (random() < 0.5) world.pass(Math.floor(random() * 2 * DAY));
    if (random() < 0.3) await world.night();
    expect(await world.difference()).toBe(0n);
  }
  await world.carryOn();
  const after = await totals();
  expect(await world.balance("staking-rewards")).toBe(pool - (after.paid - before.paid) + (after.fees - before.fees));
  for (const { id } of await stakeCollection(world.database).find({ status: "withdrawn" }).toArray()) {
    const { paid, forfeited, left } = await world.read(id);
    const rows = await rewardsOf(id);
    expect(left).toBe("0.0000000");
    expect(sumOf(rows.filter(({ status }) => status === "paid"))).toBe(parseAmount(paid));
    expect(sumOf(rows.filter(({ status }) => status === "forfeited"))).toBe(parseAmount(forfeited));
  }
}, 240_000);

function someAct(act: number, userId: number, stakeId: number, amount: string) {
  if (act < 0.6) return world.claim(userId, stakeId);
  return world.takeOut(userId, stakeId, act < 0.8 ? amount : null);
}

/** What was paid of rewards, and what the pool kept of whoever left early. */
async function totals(): Promise<{ paid: bigint; fees: bigint }> {
  const stakes = await stakeCollection(world.database).find({}).toArray();
  const pool = await world.address("staking-rewards");
  const left = await submissionCollection(world.database).find({ kind: "unstake", state: "confirmed" }).toArray();
  return {
    paid: stakes.reduce((sum, { paid }) => sum + parseAmount(paid), 0n),
    fees: left
      .flatMap(({ steps }) => steps)
      .reduce((sum, step) => (step.type === "payment" && step.to === pool ? sum + BigInt(step.amount) : sum), 0n),
  };
}
