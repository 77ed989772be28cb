import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runRounds } from "./rounds.ts";

test("after kill -9 under load all is as its clients were told", { timeout: 120_000 }, async () => {
  const seed = randomInt(2 ** 31);
  const report = await runRounds({ rounds: 2, seed, roundsPerDatabase: 2, say: () => {} });
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(2);
  const acked = Object.values(report.acked).reduce((sum, count) => sum + count, 0);
  expect(acked, `seed ${seed}`).toBeGreaterThan(20);
});
