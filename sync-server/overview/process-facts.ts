import { readFile, statfs } from "node:fs/promises";
import { hostname, totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { appVersion } from "#server/platform/app-version.ts";
import { countedWork, RecentWork, type Work } from "./recent-work.ts";

/** What a process says of itself and its machine: bytes, and what it did within the last five minutes. */
export interface ProcessFacts {
  readonly version: string;
  readonly host: string;
  readonly heapUsed: number;
  /** Beyond which Node ends the process. */
  readonly heapLimit: number;
  /** What the machine, or the container, has left. */
  readonly memoryFree: number;
  readonly memoryTotal: number;
  /** Of the disk on which DATA_DIR lies; 0 of 0 where that is not known. */
  readonly diskFree: number;
  readonly diskTotal: number;
  /** Files and sockets that the process may have open; 0 where that is not known. */
  readonly openLimit: number;
  readonly recent: Work;
}

/** Opens a reader of a process's facts: each reading counts what was done since those of the last five minutes. */
export function openProcessFacts(dataDir: string): () => Promise<ProcessFacts> {
  const version = appVersion();
  const recent = new RecentWork();
  const limit = openLimit();
  return async () => {
    const [disk, work] = await Promise.all([diskOf(dataDir), countedWork()]);
    const { used_heap_size: heapUsed, heap_size_limit: heapLimit } = getHeapStatistics();
    // Without a container's limit this is more than the machine has.
    const memoryTotal = Math.min(process.constrainedMemory() || totalmem(), totalmem());
    return {
      version,
      host: hostname(),
      heapUsed,
      heapLimit,
      memoryFree: process.availableMemory(),
      memoryTotal,
      ...disk,
      openLimit: await limit,
      recent: recent.since(work, performance.now()),
    };
  };
}

async function diskOf(folder: string): Promise<Pick<ProcessFacts, "diskFree" | "diskTotal">> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder);
    return { diskFree: bavail * bsize, diskTotal: blocks * bsize };
  } catch {
    // A folder that is not there yet has no disk.
    return { diskFree: 0, diskTotal: 0 };
  }
}

/** As Linux tells it. */
async function openLimit(): Promise<number> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
}
