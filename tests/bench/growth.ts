import { parseArgs } from "node:util";
import { type Axis, linesOfAxis, type Point } from "./growth-table.ts";
import { HISTORY } from "./growth-history.ts";
import { LEDGERS_OF } from "./growth-ledgers.ts";
import { LOOPS } from "./growth-loops.ts";
import { PAIRS } from "./growth-pairs.ts";
import { PROCESSES } from "./growth-processes.ts";
import { SOCKETS } from "./growth-sockets.ts";
import { USERS } from "./growth-users.ts";
import { busyness, showNumber } from "./results.ts";

/** What is measured as it grows, by the name that `--only` takes. */
const AXES: Readonly<Record<string, Axis>> = {
  users: USERS,
  sockets: SOCKETS,
  history: HISTORY,
  ledgers: LEDGERS_OF,
  pairs: PAIRS,
  loops: LOOPS,
  processes: PROCESSES,
};
/** Sizes of the short form: what takes a minute of each. */
const SHORT = 2;

/**
 * Measures what should not grow with what grows, and prints a table of each: nothing is asserted, since a busy machine bends every
 * curve. With `sizes` only so many of the smallest. Answers whether all of it could be measured.
 */
export async function measureGrowth(names: readonly string[], sizes: number): Promise<boolean> {
  let isWhole = true;
  for (const name of names) {
    const axis = AXES[name];
    if (!axis) throw new Error(`--only is one of ${Object.keys(AXES).join(", ")}`);
    isWhole = (await measureAxis(axis, sizes)) && isWhole;
  }
  return isWhole;
}

/** The short form of all. */
export function measureShortGrowth(): Promise<boolean> {
  return measureGrowth(Object.keys(AXES), SHORT);
}

/** What was measured before something went wrong is shown as well. */
async function measureAxis(axis: Axis, sizes: number): Promise<boolean> {
  const points = new Map<string, Point[]>();
  const from = performance.now();
  const failure = await axis
    .measure(axis.sizes.slice(0, sizes), (size) => (name, value) => {
      points.set(name, [...(points.get(name) ?? []), { size, value }]);
      // Whoever breaks off a long run has seen what there was.
      console.error(`  ${axis.what} ${size.toLocaleString("en")}: ${name} ${showNumber(value)}`);
    })
    .then(() => null)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  for (const line of linesOfAxis(axis, points)) console.log(line);
  console.log(`after ${Math.round((performance.now() - from) / 1000)} s\n`);
  if (failure !== null) console.error(`${axis.what} could not be measured to the end: ${failure}`);
  return failure === null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      short: { type: "boolean", default: false },
      sizes: { type: "string", default: "4" },
    },
  });
  const names = values.only === undefined ? Object.keys(AXES) : values.only.split(",");
  console.log(`Growth; at the start ${busyness()}. A slope of 0 is flat, one of 1 rises as the size does.\n`);
  const isWhole = await measureGrowth(names, values.short ? SHORT : Number(values.sizes));
  if (!isWhole) process.exitCode = 1;
}

if (import.meta.main) await main();
