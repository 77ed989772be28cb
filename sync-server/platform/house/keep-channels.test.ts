import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { HOUSE_KIND, type HousePurpose, houseRow, makeOwnAccount, writeBudgets } from "./accounts.ts";
import { usedBudgets } from "./daily-budgets.ts";
import { keepChannels } from "./keep-channels.ts";
import { payFromHouse } from "./pay.ts";
import { sponsorAccount } from "./sponsor.ts";

const FEE = 100n;
let world: World;
let treasury: string;
let sponsor: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  treasury = await world.wallet(0, "house");
  sponsor = await world.wallet(0, "house");
  for (const [_id, address] of [["treasury", treasury] as const, ["sponsor", sponsor] as const]) {
    const account = { _id, address, createdAt: new Date() };
    const seal = sealRow(world.database, HOUSE_KIND, account);
    await world.database
      .collection<{ _id: string; seal: string }>(HOUSE_KIND.collection)
      .insertOne({ ...account, seal });
  }
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

const DAY_MS = 24 * 60 * 60 * 1000;
const HUNDRED = 100_0000000n;

/** Sets what an account may pay of XLM in a day; null for any amount. */
function setDaily(purpose: HousePurpose, daily: bigint | null): Promise<void> {
  return world.database.transaction(async (session) => {
    const house = await houseRow(world.database, purpose, session);
    if (!house) throw new Error(`no ${purpose}`);
    await writeBudgets(world.database, session, house, daily === null ? [] : [{ ...NATIVE, daily: String(daily) }]);
  });
}

function payOut(key: string, amount: bigint) {
  return world.database.transaction((session) =>
    payFromHouse(world.runtime, session, {
      from: "treasury",
      to: sponsor,
      asset: NATIVE,
      amount,
      memo: "",
      key,
      kind: "deposit",
      knownSince: null,
      fee: FEE,
    }),
  );
}

const usedXlm = async () => (await usedBudgets(world.runtime, "treasury"))[0]?.used;

test("payments at once stay within the day's budget together, and it has room again when they failed or are a day old", async () => {
  await submissionCollection(world.database).deleteMany({ account: treasury });
  await setDaily("treasury", HUNDRED);
  const tried = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => payOut(`at-once-${number}`, 30_0000000n)));
  const refused = tried.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toHaveLength(3);
  for (const reason of refused)
    expect(reason).toMatchObject({ code: "house-budget-used", facts: { left: "10", assetCode: "XLM" } });
  expect(await usedXlm()).toBe(90_0000000n);
  // One that is paid already is the same one, and what fits exactly fits.
  const [paid] = await submissionCollection(world.database).find({ account: treasury }).toArray();
  expect((await payOut(paid?.idempotencyKey ?? "", 30_0000000n)).id).toBe(paid?.id);
  await payOut("the-rest", 10_0000000n);
  await expect(payOut("a-stroop", 1n)).rejects.toMatchObject({ code: "house-budget-used" });

  const set = (change: object) =>
    submissionCollection(world.database).updateOne({ id: paid?.id ?? 0 }, { $set: change });
  await set({ state: "failed", isReserving: false });
  expect(await usedXlm()).toBe(70_0000000n);
  // A ledger has it after all.
  await set({ foundAs: "confirmed" });
  expect(await usedXlm()).toBe(HUNDRED);
  // Nobody knows what became of it.
  await set({ state: "ambiguous" });
  await expect(payOut("a-stroop", 1n)).rejects.toMatchObject({ code: "house-budget-used" });
  world.clock.advance(DAY_MS);
  expect((await payOut("a-stroop", 1n)).holds).toEqual([{ ...NATIVE, amount: "1" }]);
  await setDaily("treasury", null);
  await payOut("beyond", HUNDRED);
});

test("channels are filled as far as the day's budget goes", async () => {
  const submissions = submissionCollection(world.database);
  await submissions.deleteMany({ account: treasury });
  await world.database.transaction(async (session) => {
    for (let more = 0; more < 2; more += 1) await makeOwnAccount(world.database, makeKey, session, "channel");
  });
  await setDaily("treasury", 2_0000000n);
  expect(await keepChannels(world.runtime, makeKey, 3, FEE)).toBe(false);
  await setDaily("treasury", 7_0000000n);
  expect(await keepChannels(world.runtime, makeKey, 3, FEE)).toBe(true);
  // Three XLM and a fee each.
  expect((await submissions.findOne({ account: treasury }))?.steps).toHaveLength(2);
  expect(await usedXlm()).toBe(6_0000000n + 2n * FEE);
});

test("no account is opened beyond the sponsor's budget, and a budget written past the server pays nothing", async () => {
  const { config } = world.runtime;
  const runtime = { ...world.runtime, config: { ...config, house: { ...config.house, dailyReserveStroops: HUNDRED } } };
  const open = (address: string) => sponsorAccount(runtime, { address, network: null }, FEE);
  await setDaily("sponsor", 1_0000000n);
  expect((await Promise.all([open("one"), open("two")])).filter((made) => made !== null)).toHaveLength(1);
  await setDaily("sponsor", 2_0000000n);
  expect(await open("three")).not.toBeNull();
  const houses = world.database.collection<{ _id: string }>(HOUSE_KIND.collection);
  await houses.updateOne({ _id: "sponsor" }, { $unset: { budgets: 1 } });
  await expect(open("four")).rejects.toThrow("sponsor");
});
