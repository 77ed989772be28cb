import assert from "node:assert/strict";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cancelStanding } from "#server/standing-orders/cancel-standing.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { orderCollection } from "#server/orders/order-rows.ts";
import { DEATHS, meetFateEverywhere, STANDSTILLS } from "#tests/money/crash-points.ts";
import { type Fate, Life } from "#tests/money/mortal.ts";
import { startProcess } from "#tests/money/processes.ts";
import { OWNER, Scene } from "./scene.ts";

// Every moment of a life is tried, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let scene: Scene;
let made = 0;

beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.stop());

/** At those moments that are an order's own, and where its envelope leaves: all others are every trade's. */
function ofOrders({ kind, counts }: Omit<Fate, "at">): Omit<Fate, "at"> {
  return { kind, counts: (moment) => counts(moment) && /transaction|windows|send/.test(moment.what) };
}

/** A stop order whose price was just reached, at a limit that nobody takes, each its own. */
async function reached() {
  made += 1;
  await scene.setPrices("0.9", "1.1");
  const order = await scene.place(scene.stop10({ amount: "1", price: String(1000 + made) }));
  await scene.setPrices("0.7", "1.1");
  return order;
}

async function wishOf(uid: string) {
  const order = await scene.order(uid);
  return {
    amount: 0n,
    from: scene.address,
    to: scene.address,
    payee: OWNER,
    carryOn: async (process: ReturnType<typeof startProcess>) => {
      await scene.follow();
      await scene.look(process);
      await process.work();
    },
    submissions: () => scene.submissionsOf(order),
    isBooked: async () => (await scene.order(uid)).state === "done",
    checkDoneOnce: async (_made: unknown, where: string) => {
      const { runs, runsDone, runsBegun, submissionId } = await scene.order(uid);
      assert.deepEqual([runs.length, runsDone, runsBegun, submissionId], [1, 1, 1, null], where);
      assert.equal(runs[0]?.outcome, "done", where);
      const rows = await orderCollection(scene.world.database).find({ userId: OWNER, hash: runs[0].hash }).toArray();
      assert.equal(rows.length, 1, where);
    },
  };
}

test("an order whose price is reached goes out once wherever its process dies, and is never forgotten", async () => {
  const moments = await meetFateEverywhere(scene.world, async () => wishOf((await reached()).uid), ofOrders(DEATHS));
  expect(moments).toContain("after send");
  expect(moments.length).toBeGreaterThan(5);
});

test("it goes out once where its process stands still before any act, and goes on when another did it long ago", async () => {
  const moments = await meetFateEverywhere(
    scene.world,
    async () => wishOf((await reached()).uid),
    ofOrders(STANDSTILLS),
  );
  expect(moments).toContain("before send");
  expect(moments.length).toBeGreaterThan(5);
});

test("cancelling wins over whatever is not signed yet, at every moment of a run; what is signed is done once and said so", async () => {
  const seen = new Set<string>();
  for (let at = 1; ; at += 1) {
    const order = await reached();
    const life = new Life({ ...STANDSTILLS, at });
    const slow = startProcess(scene.world, life);
    const carrying = scene.settle(slow);
    await Promise.race([carrying, life.stood]);
    const where = `${life.metAt ?? "never"} (${at})`;
    const isOver = (await scene.order(order.uid)).state === "done";
    if (!isOver) {
      const isSigned = (await scene.submissionsOf(order)).some(({ attempt }) => attempt !== null);
      const answer = await cancelStanding(scene.world.runtime, OWNER, order.uid);
      assert.equal(answer.state, isSigned ? "running" : "cancelled", where);
      const again = await cancelStanding(scene.world.runtime, OWNER, order.uid);
      assert.deepEqual(again, answer, where);
      seen.add(answer.state);
      life.wake();
      await carrying;
      await scene.settle();
      await checkCancelled(order.uid, answer, where);
    } else {
      await carrying;
    }
    if (life.metAt === null) break;
  }
  expect([...seen].toSorted()).toEqual(["cancelled", "running"]);
});

async function checkCancelled(
  uid: string,
  answer: Awaited<ReturnType<typeof cancelStanding>>,
  where: string,
): Promise<void> {
  const order = await scene.order(uid);
  const submissions = await scene.submissionsOf(order);
  assert.ok(
    submissions.every(({ state }) => FINAL_STATES.includes(state)),
    where,
  );
  const confirmed = submissions.filter(({ state }) => state === "confirmed").length;
  if (answer.state === "cancelled") {
    assert.equal(answer.submissionId, null, where);
    assert.equal(order.state, "cancelled", where);
    assert.equal(confirmed, 0, where);
  } else {
    assert.equal(answer.submissionId, submissions[0]?.id, where);
    assert.equal(order.state, "done", where);
    assert.equal(confirmed, 1, where);
  }
}
