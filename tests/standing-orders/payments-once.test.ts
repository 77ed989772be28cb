import assert from "node:assert/strict";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEATHS, meetFateEverywhere, STANDSTILLS } from "#tests/money/crash-points.ts";
import { DeadError, type Fate, Life } from "#tests/money/mortal.ts";
import { type Process, startProcess } from "#tests/money/processes.ts";
import { DAY_MS, HOUR_MS, Payer } from "./payments.ts";
import { OWNER, Scene } from "./scene.ts";

// Every moment of a life is tried, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const AMOUNT = 10_000_000n;

let scene: Scene;
let payer: Payer;

beforeAll(async () => {
  scene = await Scene.open();
  payer = await Payer.of(scene);
});
afterAll(() => scene.stop());

/** At those moments that are an order's own: where its envelope leaves, and all after, are every payment's. */
function ofOrders({ kind, counts }: Omit<Fate, "at">): Omit<Fate, "at"> {
  return { kind, counts: (moment) => counts(moment) && /transaction|windows|send/.test(moment.what) };
}

/** A payment whose first date has come. */
async function due() {
  const { uid } = await payer.repeat({ amount: "1", inMs: HOUR_MS, times: 1 });
  scene.world.clock.advance(DAY_MS);
  const before = await payer.received();
  const order = await payer.order(uid);
  return {
    amount: AMOUNT,
    from: scene.address,
    to: payer.payee,
    payee: OWNER,
    carryOn: async (process: Process) => {
      await scene.look(process);
      await process.work();
    },
    submissions: () => scene.submissionsOf(order),
    isBooked: async () => (await payer.order(uid)).runsDone === 1,
    checkDoneOnce: async (_made: unknown, where: string) => {
      const { state, runs, runsDone, runsMissed, runsBegun, submissionId } = await payer.order(uid);
      assert.deepEqual([runs.length, runsDone, runsMissed, runsBegun, submissionId], [1, 1, 0, 1, null], where);
      assert.equal(state, "done", where);
      assert.equal((await payer.received()) - before, AMOUNT, where);
    },
  };
}

test.each([
  ["dies", DEATHS],
  ["stands still", STANDSTILLS],
] as const)("a date is paid once wherever its process %s, and is never forgotten", async (_what, fates) => {
  const moments = await meetFateEverywhere(scene.world, due, ofOrders(fates));
  expect(moments.length).toBeGreaterThan(4);
});

test("it is announced once wherever the process dies that does, and by however many at once", async () => {
  const { database, clock } = scene.world;
  const told = (id: number) =>
    database.collection("notifications").countDocuments({
      userId: OWNER,
      kind: "repeat-announced",
      detail: { $ne: "" },
      timestamp: { $gte: since },
      id: { $gt: id },
    });
  let since = clock.now();
  for (let at = 1; ; at += 1) {
    const { uid } = await payer.repeat({ inMs: DAY_MS + 2 * HOUR_MS });
    clock.advance(HOUR_MS + HOUR_MS / 2);
    since = clock.now();
    const life = new Life({ ...DEATHS, at });
    const mortal = startProcess(scene.world, life);
    await scene.look(mortal).catch((error: unknown) => {
      if (!(error instanceof DeadError)) throw error;
    });
    await Promise.all([scene.look(), scene.look()]);
    const where = `${life.metAt ?? "never"} (${at})`;
    assert.equal(await told(0), 1, where);
    const { payableFrom, nextAt } = await payer.order(uid);
    assert.equal(payableFrom?.getTime(), nextAt?.getTime(), where);
    await payer.pass(2 * DAY_MS);
    if (life.metAt === null) break;
  }
});
