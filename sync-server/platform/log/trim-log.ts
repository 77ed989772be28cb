import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { KINDS, type Kind } from "./kept-line.ts";
import { logLines } from "./log-store.ts";

const PAUSE_MS = 5 * 60_000;
const FAILURE_PAUSE_MS = 60_000;
const AT_ONCE = 1000;
/** What each kind may take of all there is room for: refusals are whoever's wish it is to be refused. */
const SHARES: Readonly<Record<Kind, number>> = { trouble: 0.5, payment: 0.3, refusal: 0.2 };

/** Keeps the log within its bounds, whatever is written; by age it goes by itself. */
export function startTrimmingLog(runtime: Runtime, leases: Leases): Loop {
  return startLeasedLoop({
    name: "log-trimming",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    run: async ({ database, config }, signal) => {
      await trimLog(database, config.log.keptBytes, signal);
      return PAUSE_MS;
    },
  });
}

/** Removes the oldest lines of each kind that takes more than its share of `keptBytes`, where all together do; answers how many. */
export async function trimLog(database: Database, keptBytes: number, signal?: AbortSignal): Promise<number> {
  const taken = await logLines(database)
    .aggregate<{ _id: Kind; bytes: number }>([{ $group: { _id: "$kind", bytes: { $sum: "$bytes" } } }])
    .toArray();
  if (taken.reduce((sum, { bytes }) => sum + bytes, 0) <= keptBytes) return 0;
  let removed = 0;
  for (const kind of KINDS) {
    const bytes = taken.find(({ _id }) => _id === kind)?.bytes ?? 0;
    removed += await removeOldest(database, kind, bytes - keptBytes * SHARES[kind], signal);
  }
  return removed;
}

async function removeOldest(database: Database, kind: Kind, excess: number, signal?: AbortSignal): Promise<number> {
  let left = excess;
  let removed = 0;
  while (left > 0) {
    signal?.throwIfAborted();
    const oldest = await logLines(database)
      .find({ kind }, { sort: { _id: 1 }, limit: AT_ONCE, projection: { bytes: 1 } })
      .toArray();
    const doomed: string[] = [];
    for (const { _id, bytes } of oldest) {
      if (left <= 0) break;
      doomed.push(_id);
      left -= bytes;
    }
    if (doomed.length === 0) break;
    removed += (await logLines(database).deleteMany({ _id: { $in: doomed } })).deletedCount;
  }
  return removed;
}
