import { afterAll, beforeAll, expect, test } from "vitest";
import { indexSubmissions, submissionCollection } from "#server/platform/submissions/submission.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { DEATHS } from "./crash-points.ts";
import { DeadError, Life } from "./mortal.ts";
import { openPayments, type Wish } from "./payments.ts";
import { startProcess } from "./processes.ts";
import { beginRestored } from "#server/restored/index.ts";
import { keepRestored } from "#server/restored/keep-restored.ts";
import { type Backup, backUp, passBounds, phaseOf, restore, restoring } from "./restored-world.ts";

const TURN_MS = 6000;
const TURNS = 4;
const MOST_STEPS = 20;
/** Every so manieth moment is one to die at: each costs a restore. */
const EVERY = 4;
let world: World;
let backup: Backup;
/** By key, what each is to be in the end. */
const expected = new Map<string, string>();
const worlds: World[] = [];

beforeAll(async () => {
  world = await startWorld();
  const payments = await openPayments(world);
  const process = startProcess(world, new Life());
  const wishes: Wish[] = [
    await payments.send(),
    await payments.send(),
    await payments.bumped(),
    await payments.deposit(),
  ];
  for (const wish of wishes) await wish.carryOn({ ...process, work: () => Promise.resolve() });
  const never = await payments.send();
  await never.carryOn({ ...process, work: () => Promise.resolve() });
  backup = await backUp(world);
  const [left] = await never.submissions();
  await submissionCollection(world.database).deleteMany({ id: left?.id ?? 0 });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await process.work();
    await world.close();
    world.clock.advance(TURN_MS);
  }
  for (const { idempotencyKey } of (await Promise.all(wishes.map((wish) => wish.submissions()))).flat())
    expected.set(idempotencyKey, "confirmed");
  expected.set(left?.idempotencyKey ?? "", "failed");
}, 120_000);
afterAll(async () => {
  for (const each of worlds) await each.database.close();
  await world.stop();
});

/** One process after another makes the database true again; the first dies at a moment. Answers with that, null where it lived. */
async function restoreDyingAt(at: number): Promise<string | null> {
  const restored = await restore(world, backup);
  worlds.push(restored);
  await indexSubmissions(restored.database);
  const life = new Life({ ...DEATHS, at });
  try {
    await live(restored, life);
  } catch (error) {
    if (!(error instanceof DeadError)) throw error;
    await live(restored, new Life());
  }
  expect(await phaseOf(restored)).toBe("confirming");
  for (const [idempotencyKey, state] of expected) {
    const made = await submissionCollection(restored.database).find({ idempotencyKey }).toArray();
    expect(made.map((each) => [idempotencyKey, each.state])).toEqual([[idempotencyKey, state]]);
  }
  return life.metAt;
}

/** Until the network's time has passed what was signed before, it asks and reads; then it goes on to the end. */
async function live(restored: World, life: Life): Promise<void> {
  const process = startProcess(restored, life);
  const { runtime, network } = process.deps;
  for (let step = 0; step < MOST_STEPS && (await phaseOf(restored)) !== "confirming"; step += 1) {
    await beginRestored(runtime);
    await process.work();
    await keepRestored(restoring({ runtime, network }));
    if (step % 2 === 1) await passBounds(world);
  }
}

test("whoever makes a restored database true again may die at any moment", async () => {
  const moments: string[] = [];
  for (let at = 1; ; at += EVERY) {
    const metAt = await restoreDyingAt(at);
    if (metAt === null) break;
    moments.push(metAt);
  }
  expect(moments.length).toBeGreaterThan(3);
}, 600_000);
