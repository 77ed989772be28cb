import { expect, test } from "vitest";
import { seededRandom } from "#tests/bench/results.ts";
import { World } from "./market-world.ts";

const ROUNDS = Number(process.env["FUZZ_ROUNDS"] ?? 300);
const LEDGERS = 60;
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_128);

test("no pool trades with its owner, falls below a reserve, or needs a second plan", () => {
  const all: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const seed = SEED + round;
    const world = new World(seededRandom(seed));
    try {
      for (let ledger = 0; ledger < LEDGERS; ledger += 1) world.step();
      world.quiet();
    } catch (error) {
      throw new Error(`FUZZ_SEED=${seed} FUZZ_ROUNDS=1: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    for (const [name, count] of Object.entries(world.counts)) all[name] = (all[name] ?? 0) + count;
  }
  expect(all["fills"]).toBeGreaterThan(ROUNDS);
});
