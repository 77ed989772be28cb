import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { IS_SHORT } from "#tests/support/short.ts";
import { PoolScene } from "./scene.ts";
import { poolStorm } from "./storm.ts";

// Every ledger is looked at by processes that die, on a machine that may be busy.
vi.setConfig({ testTimeout: IS_SHORT ? 240_000 : 3_600_000, hookTimeout: 60_000 });

const SEED = 24_12;
/** `npm run test:faults -- --pool-deaths N` goes on until so many died. */
const ROUNDS = IS_SHORT ? 8 : 60;

let scene: PoolScene;
beforeAll(async () => {
  scene = await PoolScene.open();
});
afterAll(() => scene.stop());

test(`while processes die nothing is offered after a stop, nobody trades with themself, and all comes back (seed ${SEED})`, async () => {
  const { problems, died, fills } = await poolStorm(scene, SEED, ({ rounds }) => rounds >= ROUNDS);
  expect(problems).toEqual([]);
  expect(died).toBeGreaterThan(ROUNDS / 2);
  expect(fills).toBeGreaterThan(0);
});
