import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { formatAmount } from "#schemas/values/money.ts";
import { dueNow } from "#server/affiliate/due.ts";
import { payRun } from "#server/affiliate/pay-run.ts";
import { settlePayouts } from "#server/affiliate/settle-payouts.ts";
import { payoutCollection, readTerms, RUN_KIND, runCollection } from "#server/affiliate/store.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { lookAgainForRestore } from "#server/platform/restored/state.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { confirmRestore, knowPayment } from "#server/restored/confirm-restore.ts";
import { keepRestored } from "#server/restored/keep-restored.ts";
import { readRestoredState } from "#server/restored/read-restored.ts";
import { compareVaults } from "#server/staking/compare-vault.ts";
import { type AffiliateWorld, startAffiliateWorld } from "#tests/support/affiliate-world.ts";
import { addOperator } from "#tests/support/operators.ts";
import { DAY, startStakingWorld, UNIT } from "#tests/support/staking-world.ts";
import type { World } from "#tests/support/world.ts";
import { Life } from "./mortal.ts";
import { type Process, startProcess } from "./processes.ts";
import { backUp, type Backup, bringTo, passBounds, restore, restoring } from "./restored-world.ts";

const LIMIT_MS = 300_000;
const TURNS = 3;
const TURN_MS = 6000;
const SUPER = 900_001;
const RUNNING = new AbortController().signal;

/** Sets a world's database back, has it made true again and a super say so; answers with a process of it. */
async function setBack(world: World, backup: Backup): Promise<Process> {
  const after = await restore(world, backup);
  // The world goes on over the connection of before.
  lookAgainForRestore(world.database);
  const process = startProcess(world, new Life());
  await bringTo(after, "reading", () => process.work());
  await keepRestored(restoring(after));
  await passBounds(world);
  await bringTo(after, "confirming", () => process.work());
  await after.database.close();
  await addOperator(world.database, SUPER);
  const { restore: state } = await readRestoredState(world.runtime);
  await confirmRestore(world.runtime, SUPER, { restoredAt: state?.restoredAt ?? "", reason: "looked through" });
  return process;
}

/** Lets a process carry on what it may. */
async function goOn(world: World, process: Process): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await process.work();
    await world.close();
    world.clock.advance(TURN_MS);
  }
  await process.work();
}

async function holdings({ network }: World, address: string): Promise<bigint> {
  const { accounts } = await network.holdings([{ address, assets: [] }]);
  return accounts.get(address)?.balance ?? 0n;
}

test(
  "what was paid of a stake after the backup is booked by the ledger, and not paid again",
  async () => {
    const world = await startStakingWorld();
    try {
      const owner = await world.wallet(1);
      const offer = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0", rewardRate: "100" });
      const { id } = await world.stake(1, offer, "100");
      await world.carryOn();
      world.pass(10 * DAY);
      const backup = await backUp(world);
      await world.claim(1, id);
      await world.carryOn();
      await world.takeOut(1, id, "40");
      await world.carryOn();
      world.pass(10 * DAY);
      await world.takeOut(1, id);
      await world.carryOn();
      const { status, paid } = await world.read(id);
      expect(status).toBe("withdrawn");
      const held = await holdings(world, owner);

      await setBack(world, backup);
      expect(await world.read(id)).toMatchObject({ status: "withdrawn", left: "0.0000000", paid });
      expect(await holdings(world, owner)).toBe(held);
      await compareVaults(world.runtime);
      expect(await world.difference()).toBe(0n);
      await expect(world.takeOut(1, id)).rejects.toMatchObject({ code: "stake-over" });
      expect((await readRestoredState(world.runtime)).payments).toEqual([]);
    } finally {
      await world.stop();
    }
  },
  LIMIT_MS,
);

/** Begins a run of all that is due, without an operator. */
async function begin({ database, clock }: AffiliateWorld, id: number): Promise<void> {
  const due = await dueNow(database, (await readTerms(database, null)) ?? { minPayout: "0" }, null);
  const at = clock.now();
  const run = { id, at, until: at, operatorId: null, limit: formatAmount(due.amount) };
  const rest = { state: "paying" as const, amount: "0.0000000", payouts: 0, waits: "", place: 0 };
  await runCollection(database).insertOne({ ...run, ...rest, seal: sealRow(database, RUN_KIND, { ...run, ...rest }) });
}

test(
  "rewards that a lost run paid count as paid in the next one, and a super names what else was paid",
  async () => {
    const world = await startAffiliateWorld();
    try {
      const ana = await world.person();
      const ben = await world.person(ana);
      await world.payFee(ben, 40n * UNIT);
      await world.carryOn();
      await world.carryOn(15);
      const backup = await backUp(world);
      await begin(world, 1);
      await world.pay();
      const owed = { from: "treasury", to: ben.address, asset: NATIVE, amount: 7n * UNIT, memo: "Return 5" } as const;
      const refund = (key: string) =>
        world.database.transaction((session) =>
          payFromHouse(world.runtime, session, { ...owed, key, kind: "refund", knownSince: null, fee: 100n }),
        );
      await refund(randomUUID());
      await world.settle();
      const paid = [await holdings(world, ana.address), await holdings(world, ben.address)];

      const process = await setBack(world, backup);
      await begin(world, 2000);
      await payRun(world.runtime, world.network, RUNNING);
      const { id: again } = await refund(randomUUID());
      await goOn(world, process);
      await settlePayouts(world.runtime, RUNNING);
      expect(await payoutCollection(world.database).find({}).toArray()).toMatchObject([
        { runId: 2000, status: "paid" },
      ]);
      const { payments } = await readRestoredState(world.runtime);
      const waiting = [{ submissionId: again, kind: "refund", amount: "7.0000000", isSame: true }];
      expect(payments).toMatchObject([{ from: "treasury", memo: "Return 5", waiting }]);
      const [hash = ""] = payments.map((payment) => payment.hash);

      const word = { hash, reason: "it was the return of item 5" };
      const unfit = knowPayment(world.runtime, SUPER, { ...word, submissionId: again + 1 });
      await expect(unfit).rejects.toMatchObject({ code: "restored-payment-unfit" });
      await knowPayment(world.runtime, SUPER, { ...word, submissionId: again });
      expect(await submissionCollection(world.database).findOne({ id: again })).toMatchObject({
        state: "confirmed",
        ledgerHash: hash,
      });
      await goOn(world, process);
      expect([await holdings(world, ana.address), await holdings(world, ben.address)]).toEqual(paid);
      // What is owed beside it goes out.
      await refund(randomUUID());
      await goOn(world, process);
      expect(await holdings(world, ben.address)).toBe((paid[1] ?? 0n) + owed.amount);
    } finally {
      await world.stop();
    }
  },
  LIMIT_MS,
);
