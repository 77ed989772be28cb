import { parseArgs } from "node:util";
import { startWorld } from "#tests/support/world.ts";
import {
  ALL_DEATHS,
  ALL_STANDSTILLS,
  type Circumstances,
  DEATHS,
  meetFateEverywhere,
  STANDSTILLS,
} from "./crash-points.ts";
import { openPayments, type Payments } from "./payments.ts";

/** Every way to pay, every fate and every circumstance; with `--all` at every moment, not only at those that can differ. */
const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
const FATES = values.all ? [ALL_DEATHS, ALL_STANDSTILLS] : [DEATHS, STANDSTILLS];
const WAYS = ["send", "bumped", "cosigned", "givenUp", "deposit"] as const satisfies readonly (keyof Payments)[];
const CIRCUMSTANCES: readonly Circumstances[] = [
  {},
  { faults: { "accept-then-504": 1 } },
  { faults: { "not-found": 6 } },
  { isLate: "after a ledger" },
  { isLate: "before a ledger" },
];

const world = await startWorld();
try {
  const payments = await openPayments(world);
  let lives = 0;
  for (const way of WAYS) {
    for (const fate of FATES) {
      for (const circumstances of CIRCUMSTANCES) {
        const moments = await meetFateEverywhere(world, payments[way], fate, circumstances);
        lives += moments.length;
        console.log(
          `${way} ${fate.kind} at ${moments.length} moments ${JSON.stringify(circumstances)}: each paid once`,
        );
      }
    }
  }
  console.log(`${lives} fates, each payment made exactly once.`);
} finally {
  await world.stop();
}
