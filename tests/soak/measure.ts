import type { Db } from "mongodb";
import { usedBy } from "#tests/support/process-usage.ts";
import { childrenOf } from "#tests/support/processes.ts";

/** What the processes use, and what the database holds, at one moment. */
export interface Sample {
  readonly rssMb: number;
  readonly handles: number;
  readonly documents: number;
  readonly diskMb: number;
  /** Payments accepted until then. */
  readonly paid: number;
}

const KIB_PER_MB = 1024;
const BYTES_PER_MB = 1024 * 1024;

/** Of the servers of this process, embedded ones counted in, without whoever asks them. */
export async function takeSample(database: Db, paid: number): Promise<Sample> {
  const servers = (await childrenOf(process.pid)).filter(({ commandLine }) => !commandLine.includes("crowd.fixture"));
  const used = await Promise.all(servers.map(({ pid }) => usedBy(pid)));
  const stats = await database.command({ dbStats: 1 });
  return {
    rssMb: used.reduce((sum, { rssMb }) => sum + rssMb, 0),
    handles: used.reduce((sum, { handles }) => sum + handles, 0),
    documents: Number(stats["objects"]),
    diskMb: (Number(stats["storageSize"]) + Number(stats["indexSize"])) / BYTES_PER_MB,
    paid,
  };
}

/** Counts what the database is asked, second by second. */
export interface CommandRate {
  /** The most in one second since it was asked last. */
  peak(): number;
  stop(): void;
}

export function watchCommands(database: Db): CommandRate {
  let former: { readonly at: number; readonly count: number } | null = null;
  let peak = 0;
  async function look(): Promise<void> {
    const { opcounters } = await database.command({ serverStatus: 1 });
    const count = Object.values(Object(opcounters)).reduce((sum: number, each) => sum + Number(each), 0);
    const at = performance.now();
    if (former) peak = Math.max(peak, ((count - former.count) * 1000) / (at - former.at));
    former = { at, count };
  }
  // A database that is busy answers late; its next answer counts for the longer time.
  const timer = setInterval(() => void look().catch(() => undefined), 1000);
  return {
    peak() {
      const most = peak;
      peak = 0;
      return Math.round(most);
    },
    stop: () => clearInterval(timer),
  };
}

/** Rounds before anything is compared: less tells nothing of a slope. */
const LEAST_SAMPLES = 6;
const MOST_GROWTH = 1.2;
/** Sockets come and go a few at a time. */
const HANDLES_SPARED = 40;

/** What is not flat between the first and the last third of the samples, one sentence each; nothing where they are too few. */
export function notFlat(samples: readonly Sample[]): string[] {
  // The first is taken before everything has been loaded.
  const settled = samples.slice(1);
  if (settled.length < LEAST_SAMPLES) return [];
  const third = Math.floor(settled.length / 3);
  const [first, last] = [settled.slice(0, third), settled.slice(-third)];
  const problems: string[] = [];
  const compare = (name: string, of: (part: readonly Sample[]) => number, spared = 0): void => {
    const [before, after] = [of(first), of(last)];
    if (after > before * MOST_GROWTH + spared)
      problems.push(`${name} grew from ${before.toFixed(1)} to ${after.toFixed(1)}`);
  };
  compare("memory (MB)", (part) => median(part.map(({ rssMb }) => rssMb)));
  compare("open handles", (part) => median(part.map(({ handles }) => handles)), HANDLES_SPARED);
  compare("documents for each payment", (part) => perPayment(part, ({ documents }) => documents));
  compare("KiB on disk for each payment", (part) => perPayment(part, ({ diskMb }) => diskMb * KIB_PER_MB), 1);
  return problems;
}

function perPayment(part: readonly Sample[], of: (sample: Sample) => number): number {
  const [from, to] = [part[0], part.at(-1)];
  if (!from || !to || to.paid === from.paid) return 0;
  return (of(to) - of(from)) / (to.paid - from.paid);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
