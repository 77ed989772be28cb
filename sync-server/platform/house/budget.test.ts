import { afterAll, beforeAll, expect, test } from "vitest";
import { giveUp } from "#server/multisig/return-signature.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { spendFeeBudget } from "./network-fee.ts";

const DAILY = 1000n;
let world: World;
let runtime: World["runtime"];
let from: string;
let to: string;
let sponsor: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  const { config } = world.runtime;
  runtime = { ...world.runtime, config: { ...config, house: { ...config.house, dailyFeeStroops: DAILY } } };
  from = await world.wallet(1);
  to = await world.wallet(2);
  sponsor = await world.wallet(0, "house");
});
afterAll(() => world.stop());

/** A payment whose fee, all that is left of the day's budget, the house pays. */
function begin(fee: bigint): Promise<number> {
  made += 1;
  return world.database.transaction(async (session) => {
    await spendFeeBudget(runtime, session, fee);
    const { id } = await insertSubmission(runtime, session, {
      userId: 1,
      idempotencyKey: `key-${made}`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...NATIVE, amount: "100" }],
      memo: "",
      holds: [{ ...NATIVE, amount: "100" }],
      fee: String(fee),
      feePayer: sponsor,
      viaChannel: false,
    });
    return id;
  });
}

const setShared = (isShared: boolean) =>
  accountCollection(world.database).updateOne({ _id: from }, { $set: { isShared } });

test("what is given up costs the house nothing of its day, however often; what a ledger took does", async () => {
  await setShared(true);
  for (let round = 0; round < 3; round += 1) {
    const id = await begin(DAILY);
    await expect(begin(DAILY)).rejects.toMatchObject({ code: "fee-balance-too-low" });
    await giveUp(runtime, 1, id);
    // Repeated, it gives nothing back a second time.
    await giveUp(runtime, 1, id);
  }
  const half = await begin(DAILY / 2n);
  await giveUp(runtime, 1, await begin(DAILY / 2n));
  await expect(begin(DAILY)).rejects.toMatchObject({ code: "fee-balance-too-low" });
  await setShared(false);
  await world.settle();
  expect(await submissionCollection(world.database).findOne({ id: half })).toMatchObject({ state: "confirmed" });
  await expect(begin(DAILY)).rejects.toMatchObject({ code: "fee-balance-too-low" });
});

test("what is given up the day after counts for the day on which it was begun", async () => {
  world.clock.advance(24 * 60 * 60 * 1000);
  await setShared(true);
  const id = await begin(DAILY);
  world.clock.advance(24 * 60 * 60 * 1000);
  const today = await begin(DAILY);
  await giveUp(runtime, 1, id);
  await expect(begin(DAILY)).rejects.toMatchObject({ code: "fee-balance-too-low" });
  await giveUp(runtime, 1, today);
});
