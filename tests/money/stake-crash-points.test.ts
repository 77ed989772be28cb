import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAmount } from "#schemas/values/money.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { settleStakes } from "#server/staking/settle-stakes.ts";
import { makeStake } from "#server/staking/stake.ts";
import { type OfferDocument, stakeCollection } from "#server/staking/store.ts";
import { unstake } from "#server/staking/unstake.ts";
import { startStakingWorld, type StakingWorld } from "#tests/support/staking-world.ts";
import { DEATHS } from "./crash-points.ts";
import { Life } from "./mortal.ts";
import { type Process, startProcess } from "./processes.ts";

const LIMIT_MS = 300_000;
const MOST_TURNS = 40;
const TURN_MS = 6000;
const RUNNING = new AbortController().signal;
const OWNER = 1;
const prove = () => Promise.resolve();
let world: StakingWorld;
let offer: OfferDocument;

beforeAll(async () => {
  world = await startStakingWorld();
  await world.wallet(OWNER);
  offer = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0", rewardRate: "100" });
}, 120_000);
afterAll(() => world.stop());

/** What its owner asks for with one key, and how one sees that it is done. */
interface Wish {
  readonly ask: (process: Process) => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
}

/** A process asks, works and settles until it is done or dead. */
async function live({ ask, isDone }: Wish, life: Life): Promise<void> {
  const process = startProcess(world, life);
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    try {
      await ask(process);
      await process.work();
      await world.close();
      world.clock.advance(TURN_MS);
      await settleStakes(process.deps.runtime, process.deps.network, RUNNING);
    } catch (error) {
      if (life.metAt === null) throw error;
      return;
    }
    if (await isDone()) return;
  }
  throw new Error("it was never done");
}

/** Lets a process die at each moment that counts, one after another; the next one is asked the same, by the same key. */
async function dieEverywhere(make: () => Promise<Wish>, check: () => Promise<void>): Promise<number> {
  for (let at = 1; ; at += 1) {
    const wish = await make();
    const life = new Life({ ...DEATHS, at });
    await live(wish, life);
    if (life.metAt !== null) await live(wish, new Life());
    await check();
    expect(await world.difference(), life.metAt ?? "").toBe(0n);
    if (life.metAt === null) return at;
  }
}

async function confirmed(kind: "stake" | "unstake" | "stake-reward", about: object) {
  return submissionCollection(world.database)
    .find({ kind, state: "confirmed", ...about })
    .toArray();
}

test(
  "a stake begins once, wherever its process dies",
  async () => {
    let key = "";
    const make = async (): Promise<Wish> => {
      key = randomUUID();
      const stake = { offerId: offer.id, version: offer.version, amount: "100" };
      const input = { stake, agreed: { networkFee: "1", operatorFees: [] }, idempotencyKey: key };
      return {
        ask: ({ deps }) => makeStake(deps, { userId: OWNER, prove }, input),
        isDone: async () =>
          (await stakeCollection(world.database).findOne({ userId: OWNER, uid: key }))?.status === "active",
      };
    };
    const moments = await dieEverywhere(make, async () => {
      expect(await confirmed("stake", { userId: OWNER, idempotencyKey: key })).toHaveLength(1);
      expect(await stakeCollection(world.database).countDocuments({ userId: OWNER, uid: key })).toBe(1);
    });
    expect(moments).toBeGreaterThan(5);
  },
  LIMIT_MS,
);

test(
  "it comes back once, with its rewards, wherever its process dies",
  async () => {
    let id = 0;
    const make = async (): Promise<Wish> => {
      const made = await world.stake(OWNER, offer, "500");
      await world.carryOn();
      ({ id } = made);
      const agreed = { receives: "500", isEarly: false };
      const input = { unstake: { stakeId: id, amount: null }, agreed, idempotencyKey: randomUUID() };
      return {
        ask: ({ deps }) => unstake(deps, OWNER, input),
        isDone: async () => {
          const { status, claimId } = await world.read(id);
          return status === "withdrawn" && claimId === null;
        },
      };
    };
    const moments = await dieEverywhere(make, async () => {
      const back = await confirmed("unstake", { idempotencyKey: `unstake-${id}-1` });
      const rewards = await confirmed("stake-reward", { idempotencyKey: `stake-reward-${id}-1` });
      const paid = rewards.flatMap(({ holds }) => holds).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      expect(back).toHaveLength(1);
      expect(parseAmount((await world.read(id)).paid)).toBe(paid);
    });
    expect(moments).toBeGreaterThan(5);
  },
  LIMIT_MS,
);
