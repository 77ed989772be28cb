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
    const checks = checksOf(world);
    for (const check of checks) console.log(lineOfResult(await costOf(world, check, mongo)));
    // A process renews the leases of all its jobs with one write, and hears of changes, whatever is checked.
    const leases = openLeases(world.database);
    const lease = await leases.acquire("another job");
    const stopListening = world.database.changes.on(["system_issues"], () => undefined);
    const idle = await minutely(mongo, minutes);
    const runner = startRunner(world.runtime, leases, checks);
    const watch = watchDatabase(world.runtime);
    // At first all are due at once.
    await delay(MINUTE_MS / 2);
    const checked = await minutely(mongo, minutes);
    await Promise.all([runner.stop(), watch.stop(), lease && leases.release(lease)]);
    stopListening();
    for (const result of costOfAll(idle, checked, `${checks.length} checks; ${roundsAndLoad(minutes)}`))
      console.log(lineOfResult(result));
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

/** CPU ms of this process and of the database. */
interface Spent {
  readonly own: number;
  readonly database: number;
}

/** Since each began. */
async function spent(mongo: number): Promise<Spent> {
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

/** CPU ms a minute, over so many minutes. */
async function minutely(mongo: number, minutes: number): Promise<Spent> {
  const before = await spent(mongo);
  await delay(minutes * MINUTE_MS);
  const after = await spent(mongo);
  return { own: (after.own - before.own) / minutes, database: (after.database - before.database) / minutes };
}

/** Of the runner and the watch over the database, beyond what the same processes need without them. */
function costOfAll(idle: Spent, checked: Spent, note: string): readonly Result[] {
  const own = checked.own - idle.own;
  const database = checked.database - idle.database;
  return [
    { name: "all checks, CPU a minute of the server", value: own, unit: "ms", note: `idle ${idle.own.toFixed(0)} ms` },
    {
      name: "all checks, CPU a minute of the database",
      value: database,
      unit: "ms",
      note: `idle ${idle.database.toFixed(0)} ms`,
    },
    {
      name: "all checks, of a core",
      value: ((own + database) / MINUTE_MS) * 100,
      unit: "%",
      goal: { kind: "at most", value: GOAL_PERCENT },
      note,
    },
  ];
}

await bench();
