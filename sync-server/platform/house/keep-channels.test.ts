import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { HOUSE_KIND } from "./accounts.ts";
import { keepChannels } from "./keep-channels.ts";
import { payFromHouse } from "./pay.ts";

const FEE = 100n;
let world: World;
let treasury: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  treasury = await world.wallet(0, "house");
  const account = { _id: "treasury", address: treasury, createdAt: new Date() } as const;
  const seal = sealRow(world.database, HOUSE_KIND, account);
  await world.database.collection<{ _id: string; seal: string }>(HOUSE_KIND.collection).insertOne({ ...account, seal });
});
afterAll(() => world.stop());

async function makeKey(): Promise<string> {
  made += 1;
  return `channel-${made}`;
}

function keep() {
  return keepChannels(world.runtime, makeKey, 1, FEE);
}

async function free(): Promise<bigint> {
  return world.database.transaction(async (session) => {
    const account = await takeAccount(world.database, session, treasury);
    if (!account) throw new Error("no treasury");
    return spendableOf(account, NATIVE, await reservationsOf(world.database, session, treasury));
  });
}

test("what is promised at the same moment is not promised to channels as well", async () => {
  const all = await free();
  let later: Promise<unknown> = Promise.resolve();
  await world.database.transaction(async (session) => {
    const { clock, database } = world.runtime;
    await payFromHouse({ clock, database }, session, {
      from: "treasury",
      to: treasury,
      asset: NATIVE,
      amount: all - 1n,
      memo: "",
      key: "everything",
      kind: "house",
      knownSince: null,
      fee: FEE,
    });
    // Begun while that is not committed: it must wait for it, and then finds nothing left.
    later = keep();
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
  });
  expect(await later).toBe(false);
  const account = await accountCollection(world.database).findOne({ _id: treasury });
  const open = await submissionCollection(world.database).find({ account: treasury, isReserving: true }).toArray();
  const promised = open.flatMap(({ holds }) => holds).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  expect(promised).toBeLessThanOrEqual(BigInt(account?.balance ?? "0"));
});

test("two processes that look at once fill the channels once", async () => {
  await submissionCollection(world.database).deleteMany({ account: treasury });
  const answers = await Promise.all([keep(), keep(), keep()]);
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await submissionCollection(world.database).countDocuments({ account: treasury })).toBe(1);
});
