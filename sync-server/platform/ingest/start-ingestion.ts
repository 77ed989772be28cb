import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import { type IngestDeps, ingestPage } from "./ingester.ts";
import { openIssue, resolveIssue } from "./issues.ts";
import { ingestedLedger } from "./cursor.ts";

const POLL_MS = 400;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_FAILURE_PAUSE_MS = 5000;
/** Without a new ledger for this long the link counts as silent. */
const SILENT_MS = 60_000;
const SILENT_CHECK = "ingestion-silent";

/** Follows the network's ledgers until stopped, and raises an issue while none arrive. */
export function startIngestion(deps: IngestDeps): Loop {
  const { runtime } = deps;
  let last = { ledger: -1, atMs: runtime.clock.now().getTime(), isSilent: false };
  return startLoop({
    name: "ingestion",
    log: runtime.log,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    run: async (signal) => {
      try {
        while (!signal.aborted && (await ingestPage(deps)));
      } finally {
        last = await watch(last);
      }
      return POLL_MS;
    },
  });

  async function watch(seen: typeof last): Promise<typeof last> {
    const ledger = await ingestedLedger(runtime.database);
    const atMs = runtime.clock.now().getTime();
    if (ledger !== seen.ledger) {
      if (seen.isSilent || seen.ledger === -1) await resolveIssue(runtime, SILENT_CHECK);
      return { ledger, atMs, isSilent: false };
    }
    if (seen.isSilent || atMs - seen.atMs < SILENT_MS) return seen;
    await openIssue(runtime, {
      type: "network",
      checkId: SILENT_CHECK,
      title: "No new ledger arrives",
      description: `The network has been silent since ledger ${ledger}. Payments wait; nothing is lost.`,
      severity: "critical",
      metadata: { ledger },
    });
    return { ...seen, isSilent: true };
  }
}
