import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import { failed, megabytesOf, passed, percentOf } from "#server/platform/checks/results.ts";
import { isLow, lowSeverity } from "#server/platform/db/database-checks.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { within } from "#server/platform/network/answers.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { hostname } from "node:os";
import { isOlder } from "./is-older.ts";
import { newestVersion, readSaidProcesses, type SaidProcess } from "./processes.ts";

const MINUTE_MS = 60_000;
const COMMON = { version: 1, type: "process", timeLimitMs: 10_000, dependsOn: ["database"] } as const;

/** Of what Node lets a process have: beyond that it collects garbage more than it works, and soon ends. */
const HEAP_PERCENT = 90;
/** Of the machine's, or the container's: below that the system ends whoever has most. */
const MEMORY_PERCENT = 5;
/** Payments end by the clock 90 s ahead, and codes of second factors after 30 s: ten are told before either fails. */
const SKEW_MS = 10_000;
const GRAVE_SKEW_MS = 30_000;
const SOCKETS_PERCENT = 80;
/** So long the network is asked for its time. */
const HEAD_MS = 3000;

/** What is looked at of every process and its machine, by what each says of itself every ten seconds. */
export function machineChecks(network: Pick<StellarNetwork, "head">): readonly Check[] {
  return [memory(), disk(), clockSkew(network), sockets(), versionBehind(), processesDied()];
}

function memory(): Check {
  return {
    ...COMMON,
    id: "memory",
    severity: "warning",
    intervalMs: MINUTE_MS,
    // What is garbage is collected within two minutes.
    failures: 2,
    passes: 1,
    title: "check.memory",
    means: "check.memory.means",
    steps: [{ says: "check.step.more-memory" }],
    run: async ({ runtime: { database } }) => {
      const running = await readRunning(database);
      const heaps = running.map(({ id: process, host, heapUsed, heapLimit }) => {
        const percent = percentOf(heapUsed, heapLimit);
        const facts = { process, host, percent };
        return percent < HEAP_PERCENT ? passed(process) : failed("check.memory.heap", facts, { subject: process });
      });
      return [...heaps, ...ofHosts(running, machineMemory)];
    },
  };
}

function machineMemory(host: string, { memoryFree, memoryTotal }: SaidProcess): CheckResult {
  const percent = percentOf(memoryFree, memoryTotal);
  if (memoryTotal === 0 || percent >= MEMORY_PERCENT) return passed(host);
  return failed("check.memory.machine", { host, percent }, { subject: host });
}

function disk(): Check {
  return {
    ...COMMON,
    id: "disk",
    severity: "error",
    intervalMs: 20_000,
    failures: 1,
    passes: 1,
    title: "check.disk",
    means: "check.disk.means",
    steps: [{ says: "check.step.find-big-files", command: "du -xh --max-depth=3 / | sort -h | tail" }],
    run: async ({ runtime: { database } }) =>
      ofHosts(await readRunning(database), (host, { diskFree, diskTotal }) => {
        if (!isLow(diskFree, diskTotal)) return passed(host);
        const facts = { host, percent: percentOf(diskFree, diskTotal), megabytes: megabytesOf(diskFree) };
        return failed("check.disk.low", facts, { subject: host, severity: lowSeverity(diskFree, diskTotal) });
      }),
  };
}

/** Of every process against the database's clock, and of this one against the ledger's. */
function clockSkew(network: Pick<StellarNetwork, "head">): Check {
  return {
    ...COMMON,
    id: "clock-skew",
    severity: "error",
    intervalMs: 20_000,
    failures: 2,
    passes: 2,
    title: "check.clock-skew",
    means: "check.clock-skew.means",
    steps: [{ says: "check.step.set-clock", command: "timedatectl set-ntp true" }],
    run: async ({ runtime: { database, clock } }) => {
      const running = await readRunning(database);
      const skews = ofHosts(running, (host, { aheadMs }) => skewOf(host, aheadMs));
      return [...skews, await ledgerSkew(network, clock)];
    },
  };
}

function skewOf(host: string, aheadMs: number): CheckResult {
  const offMs = Math.abs(aheadMs);
  if (offMs < SKEW_MS) return passed(host);
  const severity = offMs < GRAVE_SKEW_MS ? "error" : "critical";
  return failed("check.clock-skew.process", { host, seconds: Math.round(offMs / 1000) }, { subject: host, severity });
}

/** A ledger from the future is one by a clock that is ahead of ours; an old one says nothing, since the network may stand still. */
async function ledgerSkew(network: Pick<StellarNetwork, "head">, clock: Clock): Promise<CheckResult> {
  const subject = "ledger";
  // Without a network there is nothing to compare with, which is told by what looks at the link.
  // One that hangs is no network either: the clocks of our own are compared all the same.
  const head = await within(HEAD_MS, network.head()).catch(() => null);
  const aheadMs = head === null ? 0 : head.closedAt.getTime() - clock.now().getTime();
  if (aheadMs < SKEW_MS) return passed(subject);
  const facts = { host: hostname(), seconds: Math.round(aheadMs / 1000) };
  return failed("check.clock-skew.ledger", facts, { subject, severity: "critical" });
}

function sockets(): Check {
  return {
    ...COMMON,
    id: "sockets",
    severity: "warning",
    intervalMs: MINUTE_MS,
    failures: 2,
    passes: 1,
    title: "check.sockets",
    means: "check.sockets.means",
    steps: [{ says: "check.step.more-processes" }],
    run: async ({ runtime: { database } }) =>
      (await readRunning(database)).map(({ id: process, host, sockets: count, openLimit: most }) => {
        if (most === 0 || percentOf(count, most) < SOCKETS_PERCENT) return passed(process);
        return failed("check.sockets.many", { process, host, count, most }, { subject: process });
      }),
  };
}

function versionBehind(): Check {
  return {
    ...COMMON,
    id: "version-behind",
    severity: "warning",
    intervalMs: MINUTE_MS,
    // Ten minutes: while a version is changed both run.
    failures: 10,
    passes: 1,
    title: "check.version-behind",
    means: "check.version-behind.means",
    steps: [{ says: "check.step.same-version" }],
    run: async ({ runtime: { database } }) => {
      const [running, newest] = await Promise.all([readRunning(database), newestVersion(database)]);
      const old = running.find(({ version }) => newest !== null && isOlder(version, newest));
      if (!old || newest === null) return [passed()];
      return [failed("check.version-behind.old", { process: old.id, host: old.host, version: old.version, newest })];
    },
  };
}

/** One that is stopped takes its mark away; one that died leaves it behind for a minute. */
function processesDied(): Check {
  return {
    ...COMMON,
    id: "processes-died",
    severity: "error",
    intervalMs: 20_000,
    failures: 1,
    passes: 2,
    title: "check.processes-died",
    means: "check.processes-died.means",
    steps: [{ says: "check.step.supervisor", command: "journalctl -u 'astrolabe@*' -n 100" }],
    run: async ({ runtime: { database } }) => {
      const gone = (await readSaidProcesses(database)).filter(({ isThere }) => !isThere);
      const last = gone.at(-1);
      return [last ? failed("check.processes-died.died", { count: gone.length, host: last.host }) : passed()];
    },
  };
}

async function readRunning(database: Parameters<typeof readSaidProcesses>[0]): Promise<SaidProcess[]> {
  return (await readSaidProcesses(database)).filter(({ isThere }) => isThere);
}

/** One result for each machine, however many processes it has: the first that fails. */
function ofHosts(
  running: readonly SaidProcess[],
  look: (host: string, process: SaidProcess) => CheckResult,
): CheckResult[] {
  return [...Map.groupBy(running, ({ host }) => host)].map(([host, own]) => {
    const looks = own.map((process) => look(host, process));
    return looks.find(({ problem }) => problem !== null) ?? passed(host);
  });
}
