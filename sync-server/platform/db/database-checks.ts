import type { Document } from "mongodb";
import * as v from "valibot";
import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import { failed, megabytesOf, passed, percentOf } from "#server/platform/checks/results.ts";
import type { Database } from "./database.ts";
import { lastOutage } from "./watch-database.ts";

/** After an outage it counts as failing for so long: whoever runs the checks may take them over from one that died meanwhile. */
const TOLD_FOR_MS = 45_000;
/** A ping crosses the network and nothing else: half a second is a hundred times what it takes. */
const SLOW_MS = 500;
/** Below both it is told; below a third of both it is critical. */
export const DISK_PERCENT = 15;
export const DISK_BYTES = 10_000_000_000;

const DATABASE = { says: "check.step.database" } as const;
const LOAD = { says: "check.step.database-load" } as const;
const COMMON = { version: 1, type: "database" } as const;

/** What is looked at of the database itself. */
export function databaseChecks(): readonly Check[] {
  return [outage(), latency(), members(), databaseDisk()];
}

/** The parent of all. While it is away nobody can be told, so it is told of as soon as it is back. */
function outage(): Check {
  return {
    ...COMMON,
    id: "database",
    severity: "critical",
    intervalMs: 20_000,
    timeLimitMs: 5000,
    failures: 1,
    passes: 1,
    dependsOn: [],
    title: "check.database",
    means: "check.database.means",
    steps: [DATABASE],
    run: async ({ runtime: { database, clock } }) => {
      const last = await lastOutage(database);
      if (last === null || clock.now().getTime() - last.until.getTime() > TOLD_FOR_MS) return [passed()];
      return [failed("check.database.was-away", { from: last.from.getTime(), until: last.until.getTime() })];
    },
  };
}

function latency(): Check {
  return {
    ...COMMON,
    id: "database-latency",
    severity: "warning",
    intervalMs: 60_000,
    timeLimitMs: 15_000,
    failures: 2,
    passes: 2,
    dependsOn: ["database"],
    title: "check.database-latency",
    means: "check.database-latency.means",
    steps: [LOAD],
    run: async ({ runtime: { database } }) => {
      const tookMs = Math.min(await timePing(database), await timePing(database), await timePing(database));
      return [tookMs < SLOW_MS ? passed() : failed("check.database-latency.slow", { tookMs })];
    },
  };
}

/** The least of a few says how the database is, and not what this process did meanwhile. */
async function timePing(database: Database): Promise<number> {
  const beganMs = performance.now();
  await database.ping();
  return Math.round(performance.now() - beganMs);
}

/** Where it is a replica set, and we may ask how that is. */
function members(): Check {
  return {
    ...COMMON,
    id: "database-members",
    severity: "error",
    intervalMs: 60_000,
    timeLimitMs: 10_000,
    failures: 2,
    passes: 1,
    dependsOn: ["database"],
    title: "check.database-members",
    means: "check.database-members.means",
    steps: [DATABASE],
    run: async ({ runtime: { database } }) => {
      const answer = await ask(database, "admin", { replSetGetStatus: 1 });
      return answer === null ? [] : membersOf(answer);
    },
  };
}

const Members = v.object({
  members: v.array(v.object({ name: v.string(), stateStr: v.string(), health: v.optional(v.number(), 1) })),
});
const WELL: readonly string[] = ["PRIMARY", "SECONDARY", "ARBITER"];

/** What `replSetGetStatus` says of each member. */
export function membersOf(answer: unknown): CheckResult[] {
  return v.parse(Members, answer).members.map(({ name: member, stateStr: state, health }) => {
    const isWell = health === 1 && WELL.includes(state);
    return isWell ? passed(member) : failed("check.database-members.down", { member, state }, { subject: member });
  });
}

/** As MongoDB tells of its own machine; the embedded one lies on the disk of DATA_DIR, of which every process tells. */
function databaseDisk(): Check {
  return {
    ...COMMON,
    id: "database-disk",
    severity: "error",
    intervalMs: 60_000,
    timeLimitMs: 15_000,
    failures: 1,
    passes: 1,
    dependsOn: ["database"],
    title: "check.disk",
    means: "check.disk.means",
    steps: [{ says: "check.step.find-big-files", command: "du -xh --max-depth=3 / | sort -h | tail" }],
    run: async ({ runtime: { database } }) => {
      const answer = await ask(database, null, { dbStats: 1, freeStorage: 0 });
      return [answer === null ? passed() : diskOf(answer)];
    },
  };
}

const Disk = v.object({ fsTotalSize: v.optional(v.number(), 0), fsUsedSize: v.optional(v.number(), 0) });

/** What `dbStats` says of the disk. */
export function diskOf(answer: unknown): CheckResult {
  const { fsTotalSize: total, fsUsedSize: used } = v.parse(Disk, answer);
  const free = total - used;
  if (!isLow(free, total)) return passed();
  const facts = { percent: percentOf(free, total), megabytes: megabytesOf(free) };
  return failed("check.disk.database", facts, { severity: lowSeverity(free, total) });
}

/** Whether a disk of so many bytes, of which so many are free, will soon be full; one of no size is not known. */
export function isLow(free: number, total: number): boolean {
  return total > 0 && free < DISK_BYTES && percentOf(free, total) < DISK_PERCENT;
}

export function lowSeverity(free: number, total: number): "error" | "critical" {
  return free * 3 < DISK_BYTES && percentOf(free, total) * 3 < DISK_PERCENT ? "critical" : "error";
}

/** Null where this database does not know the command, or we may not ask it. */
async function ask(database: Database, of: "admin" | null, command: Document): Promise<Document | null> {
  try {
    return await (of === null ? database.db.command(command) : database.db.admin().command(command));
  } catch (error) {
    if (isUnanswered(error)) return null;
    throw error;
  }
}

/** Unauthorized, CommandNotFound, NotYetInitialized, NoReplicationEnabled. */
const UNANSWERED: readonly unknown[] = [13, 59, 94, 76];

function isUnanswered(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNANSWERED.includes(error.code);
}
