import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import type { LedgerHash, NodeStatus } from "#server/platform/network/network.ts";
import { readCursor, storeAnchor } from "./cursor.ts";
import { type IngestDeps, ingestPage } from "./ingester.ts";
import { openIssue, resolveIssue } from "./issues.ts";
import { OwnAccounts } from "./own-accounts.ts";
import { releaseForgotten } from "./resync.ts";

const POLL_MS = 400;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_FAILURE_PAUSE_MS = 5000;
/** Without a new ledger for this long the link counts as silent. */
const SILENT_MS = 60_000;
const SILENT_CHECK = "ingestion-silent";
const FOREIGN_CHECK = "network-foreign";
/** How often the anchor is moved on, and what gaps left behind is looked for. */
const CARE_MS = 60_000;

/**
 * Follows the network's ledgers until stopped. While none arrive it opens the links anew and raises an issue. Needs no
 * lease: whoever moves the cursor second writes nothing. Times are the process's own monotonic ones, so that a clock that
 * is set raises no alarm.
 */
export function startIngestion(deps: IngestDeps, silentMs = SILENT_MS): Loop {
  const { runtime, network } = deps;
  const own = new OwnAccounts();
  const watch = watchdog(deps, silentMs);
  const care = caretaker(deps);
  let isAnchored = false;
  return startLoop({
    name: "ingestion",
    log: runtime.log,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    run: async (signal) => {
      if (!isAnchored) {
        const anchor = (await readCursor(runtime.database))?.anchor;
        if (anchor) network.setAnchor(anchor);
        isAnchored = true;
      }
      try {
        while (!signal.aborted && (await ingestPage(deps, own)));
        await care();
      } finally {
        await watch();
      }
      return POLL_MS;
    },
  });
}

/** Raises an issue while no ledger arrives, and one while a node is of another network. */
function watchdog({ runtime, network }: IngestDeps, silentMs: number): () => Promise<void> {
  let seen = { ledger: -1, atMs: performance.now(), isSilent: false };
  let foreignBefore = "unknown";

  return async () => {
    await watchNodes(network.nodes());
    const ledger = (await readCursor(runtime.database))?.ledger ?? 0;
    const atMs = performance.now();
    if (ledger !== seen.ledger) {
      if (seen.isSilent || seen.ledger === -1) await resolveIssue(runtime, SILENT_CHECK);
      seen = { ledger, atMs, isSilent: false };
      return;
    }
    if (atMs - seen.atMs < silentMs) return;
    network.restart();
    await openIssue(runtime, {
      type: "network",
      checkId: SILENT_CHECK,
      title: "No new ledger arrives",
      description: `The network has been silent since ledger ${ledger}. The links were opened anew; payments wait, nothing is lost.`,
      severity: "critical",
      metadata: { ledger, nodes: network.nodes() },
    });
    seen = { ledger, atMs, isSilent: true };
  };

  async function watchNodes(nodes: readonly NodeStatus[]): Promise<void> {
    const foreign = nodes.filter(({ state }) => state === "foreign");
    const now = foreign.map(({ origin, problem }) => `${origin}: ${problem}`).join("; ");
    if (now === foreignBefore) return;
    if (now === "") await resolveIssue(runtime, FOREIGN_CHECK);
    else {
      await openIssue(runtime, {
        type: "network",
        checkId: FOREIGN_CHECK,
        title: "A node is not of our network",
        description: `Nothing is asked of it any more. ${now}`,
        severity: "critical",
        metadata: { nodes: foreign },
      });
    }
    foreignBefore = now;
  }
}

/** Once in a while: remembers the hash of a ledger that was ingested, and lets go of what missed ledgers kept back. */
function caretaker({ runtime, network }: IngestDeps): () => Promise<void> {
  let dueMs = 0;
  let next: LedgerHash | null = null;

  return async () => {
    const cursor = await readCursor(runtime.database);
    if (next && cursor && cursor.ledger >= next.sequence) {
      await storeAnchor(runtime.database, next);
      network.setAnchor(next);
      next = null;
    }
    if (performance.now() < dueMs) return;
    dueMs = performance.now() + CARE_MS;
    next = await network.headHash();
    await releaseForgotten(runtime);
  };
}
