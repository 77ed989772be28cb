import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { IS_SHORT } from "#tests/support/short.ts";
import { AutomationScene } from "./scene.ts";
import { automationStorm } from "./storm.ts";

// Every candle is looked at by processes that die, on a machine that may be busy.
vi.setConfig({ testTimeout: IS_SHORT ? 240_000 : 3_600_000, hookTimeout: 60_000 });

const SEED = 24_11;
/** `npm run test:faults -- --automations` goes on until a thousand died. */
const ROUNDS = IS_SHORT ? 8 : 60;

let scene: AutomationScene;
beforeAll(async () => {
  scene = await AutomationScene.open();
});
afterAll(() => scene.stop());

test(`while processes die, each signal is traded once or not at all, and nothing after a stop (seed ${SEED})`, async () => {
  const { problems, died, stopped, traded } = await automationStorm(scene, SEED, ({ rounds }) => rounds >= ROUNDS);
  expect(problems).toEqual([]);
  expect(died).toBeGreaterThan(ROUNDS / 2);
  expect(stopped).toBeGreaterThan(0);
  expect(traded).toBeGreaterThan(4);
});
