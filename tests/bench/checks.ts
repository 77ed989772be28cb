import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { allChecks } from "#server/all-checks.ts";
import { MIGRATIONS } from "#server/all-migrations.ts";
import { startRunner } from "#server/monitoring/run-checks.ts";
import type { Check } from "#server/platform/checks/check.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { watchDatabase } from "#server/platform/db/watch-database.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { childRunning } from "#tests/support/processes.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { lineOfResult, type Result, roundsAndLoad } from "./results.ts";

/** Of a core, for all checks of a service with nothing to do: its own process and the database's. */
const GOAL_PERCENT = 0.5;
const TIMES = 10;
const MINUTE_MS = 60_000;
/** Ticks of Linux's clock a second. */
const TICKS = 100;

/** `npm run bench:checks [-- --minutes N]`: what it costs to look at everything all the time, on a service where nothing else runs. */
async function bench(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: "string", default: "3" } } });
  const minutes = Number(values.minutes);
  const world = await startWorld({ hasHorizon: true });
  try {
    await migrate(world.database, MIGRATIONS, world.clock);
    const mongo = await childRunning(process.pid, "embedded/mongo/cli.ts");
    const watch = watchDatabase(world.runtime);
    const checks = checksOf(world);
    for (const check of checks) console.log(lineOfResult(await costOf(world, check, mongo)));
    for (const result of await runnerCost(world, checks, { mongo, minutes })) console.log(lineOfResult(result));
    await watch.stop();
  } finally {
    await world.stop();
  }
}

function checksOf({ runtime, network }: World): readonly Check[] {
  const nothing = (): void => undefined;
  return allChecks({
    config: { ...runtime.config, publicUrl: "http://localhost:3000" },
    network,
    marketLag: () => 0,
    kickPayments: nothing,
    anchor: nothing,
  });
}

/** CPU ms of this process and of the database since each began. */
async function spent(mongo: number): Promise<{ readonly own: number; readonly database: number }> {
  const { user, system } = process.cpuUsage();
  const stat = await readFile(`/proc/${mongo}/stat`, "utf8");
  const [, , , , , , , , , , , utime = "0", stime = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { own: (user + system) / 1000, database: ((Number(utime) + Number(stime)) * 1000) / TICKS };
}

/** Of looking alone, without writing down what was seen. */
async function costOf({ runtime }: World, check: Check, mongo: number): Promise<Result> {
  const signal = AbortSignal.timeout(MINUTE_MS);
  await check.run({ runtime, signal });
  const before = await spent(mongo);
  for (let time = 0; time < TIMES; time += 1) await check.run({ runtime, signal });
  const after = await spent(mongo);
  const ms = (after.own - before.own + after.database - before.database) / TIMES;
  const note = `${ms.toFixed(1)} ms each, every ${check.intervalMs / 1000} s`;
  return { name: `${check.id}, CPU a minute`, value: (ms * MINUTE_MS) / check.intervalMs, unit: "ms", note };
}

/** Of the runner with all checks at their times, and of nothing else: nothing else runs here. */
async function runnerCost(
  { runtime, database }: World,
  checks: readonly Check[],
  { mongo, minutes }: { readonly mongo: number; readonly minutes: number },
): Promise<readonly Result[]> {
  const runner = startRunner(runtime, openLeases(database), checks);
  try {
    // At first all are due at once.
    await delay(MINUTE_MS / 2);
    const before = await spent(mongo);
    await delay(minutes * MINUTE_MS);
    const after = await spent(mongo);
    const own = (after.own - before.own) / minutes;
    const databaseMs = (after.database - before.database) / minutes;
    const note = `${checks.length} checks; ${roundsAndLoad(minutes)}`;
    return [
      { name: "all checks, CPU a minute of the server", value: own, unit: "ms", note },
      { name: "all checks, CPU a minute of the database", value: databaseMs, unit: "ms", note },
      {
        name: "all checks, of a core",
        value: ((own + databaseMs) / MINUTE_MS) * 100,
        unit: "%",
        goal: { kind: "at most", value: GOAL_PERCENT },
        note,
      },
    ];
  } finally {
    await runner.stop();
  }
}

await bench();
