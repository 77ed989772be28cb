import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runRounds } from "./rounds.ts";

test("after kill -9 under load all is as its clients were told", { timeout: 120_000 }, async () => {
  const seed = randomInt(2 ** 31);
  const report = await runRounds({ rounds: 3, seed, roundsPerDatabase: 3, say: () => {} });
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(3);
  for (const kind of ["insert", "counter", "update", "bulk", "transfer", "catalog", "fleeting"])
    expect(report.acked[kind], `${kind}, seed ${seed}`).toBeGreaterThan(0);
});
