import { restUntil, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { NetworkError, type NodeStatus } from "#server/platform/network/network.ts";
import type { LedgerHash } from "#server/platform/network/ledgers.ts";
import { ingestedLedger, type LedgerCursor, readCursor, storeAnchor } from "./cursor.ts";
import { GapFiller } from "./fill-gaps.ts";
import { gapCollection } from "./gap-store.ts";
import { followOn } from "./follow.ts";
import type { IngestDeps, Standstill } from "./ingester.ts";
import { lookThrough, nextLookUp } from "./look-through.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { OwnAccounts } from "./own-accounts.ts";
import type { PartDeps } from "./parts.ts";
import { releaseForgotten } from "./resync.ts";
import { retryQuarantined } from "./retry-quarantined.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { lookUpCollection } from "./account-look-ups.ts";

const POLL_MS = 400;
/** How long it waits where others of this process hear of ledgers first, and tell it. */
const TOLD_POLL_MS = 2000;
/** For so long after they did they are relied upon to. */
const TOLD_MS = 15_000;
const WATCH_MS = 5000;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_FAILURE_PAUSE_MS = 5000;
/** Without a new ledger for this long the link counts as silent. */
const SILENT_MS = 60_000;
/** What comes in after a link was away comes within this. */
const CONFIRM_MS = 5000;
const SILENT_CHECK = "ingestion-silent";
const FOREIGN_CHECK = "network-foreign";
const LOOK_THROUGH_MS = 2000;
/** How often the anchor is moved on, and what gaps left behind is looked for. */
const CARE_MS = 60_000;

/**
 * Follows the network's ledgers until stopped, in one process at a time; every process watches its own links meanwhile.
 * Unfenced are the cursor of an empty page, which moves only from where it was read, and the anchor, which stays true.
 */
export function startIngestion(
  { leases, ...deps }: IngestDeps & { readonly leases: Leases },
  silentMs = SILENT_MS,
): Loop {
  const { runtime } = deps;
  const own = new OwnAccounts();
  const filler = new GapFiller();
  const still: Standstill = { at: null };
  let isLooking = false;
  let toldAtMs = -Infinity;
  let heardLedger = 0;
  const stopListening = runtime.database.changes.on([gapCollection(runtime.database).collectionName], () =>
    filler.lookAgain(),
  );
  const care = caretaker(deps);
  const watching = startWatching(deps, silentMs);
  const looking = startLookingThrough(deps, leases);
  let isAnchored = false;
  const following = startLeasedLoop({
    name: "ingestion",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    run: async (fenced, signal) => {
      // Before anything is believed of a node.
      if (!isAnchored) {
        await anchor(deps);
        // This process may be of a version that understands what an earlier one did not.
        await retryQuarantined({ ...deps, runtime: fenced });
      }
      isAnchored = true;
      isLooking = true;
      try {
        while (!signal.aborted && (await followOn({ ...deps, runtime: fenced }, own, filler, still)));
      } finally {
        isLooking = false;
      }
      await care(fenced);
      const isAllSeen = still.at !== null && still.at.ledger >= heardLedger;
      return isAllSeen && performance.now() - toldAtMs < TOLD_MS ? TOLD_POLL_MS : POLL_MS;
    },
  });
  const stopHearing = deps.network.onLedger((ledger) => {
    heardLedger = ledger;
    // It may have been its own question: that says nothing about others.
    if (isLooking) return;
    toldAtMs = performance.now();
    following.kick();
  });
  return {
    kick: following.kick,
    stop: async () => {
      stopListening();
      stopHearing();
      await Promise.all([following.stop(), watching.stop(), looking.stop()]);
    },
  };
}

/** Looks through accounts beside ingestion, which must not wait for what only Horizon can tell. */
function startLookingThrough(deps: IngestDeps, leases: Leases): Loop {
  return startLeasedLoop({
    name: "account look-ups",
    runtime: deps.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    wakeGapMs: LOOK_THROUGH_MS,
    wakes: [lookUpCollection(deps.runtime.database).collectionName],
    run: async (fenced, signal) => {
      while (!signal.aborted && (await lookThrough({ ...deps, runtime: fenced })));
      return restUntil(await nextLookUp(fenced.database), fenced.clock, LOOK_THROUGH_MS);
    },
  });
}

/**
 * Watches the links of this process: while no ledger arrives it opens them anew, and raises an issue where a node answers all the same.
 * That none does is a check's to tell (`network/watch/link-checks.ts`). Times are the process's own monotonic ones, so that a clock that is
 * set raises no alarm.
 */
function startWatching(deps: PartDeps, silentMs: number): Loop {
  const watch = watchdog(deps, silentMs);
  return startLoop({
    name: "watching the network",
    log: deps.runtime.log,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    run: async () => {
      await watch();
      return Math.min(WATCH_MS, silentMs / 4);
    },
  });
}

/** Has the nodes judged by the anchor that whoever ingests stored; answers with how far ingestion has come. */
async function anchor({ runtime, network }: PartDeps): Promise<LedgerCursor | null> {
  const cursor = await readCursor(runtime.database, null);
  if (cursor?.anchor) network.setAnchor(cursor.anchor);
  return cursor;
}

/** Raises an issue while no ledger arrives, and one while a node is of another network. */
function watchdog({ runtime, network }: PartDeps, silentMs: number): () => Promise<void> {
  let seen = { ledger: -1, atMs: performance.now(), isSilent: false, isSuspect: false };
  let foreignBefore = "unknown";

  return async () => {
    await watchNodes(network.nodes());
    const ledger = (await anchor({ runtime, network }))?.ledger ?? 0;
    const atMs = performance.now();
    if (ledger !== seen.ledger) {
      if (seen.isSilent || seen.ledger === -1) await resolveIssue(runtime, SILENT_CHECK);
      seen = { ledger, atMs, isSilent: false, isSuspect: false };
      return;
    }
    if (atMs - seen.atMs < silentMs) return;
    network.restart();
    if (!(await doesAnswer(network))) {
      seen = { ...seen, atMs, isSuspect: false };
      return;
    }
    if (!seen.isSilent && !seen.isSuspect) {
      seen = { ...seen, atMs: atMs - silentMs + Math.min(silentMs, CONFIRM_MS), isSuspect: true };
      return;
    }
    await openIssue(runtime, {
      type: "network",
      checkId: SILENT_CHECK,
      title: issueSaid("issue.silent"),
      description: issueSaid("issue.silent.means", { ledger }),
      severity: "critical",
      metadata: { ledger, nodes: network.nodes() },
    });
    seen = { ledger, atMs, isSilent: true, isSuspect: false };
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
        title: issueSaid("issue.foreign-node"),
        description: issueSaid("issue.foreign-node.means", { problem: now }),
        severity: "critical",
        metadata: { nodes: foreign },
      });
    }
    foreignBefore = now;
  }
}

async function doesAnswer(network: PartDeps["network"]): Promise<boolean> {
  try {
    await network.head();
    return true;
  } catch (error) {
    if (error instanceof NetworkError) return false;
    throw error;
  }
}

/** Once in a while: remembers the hash of a ledger that was ingested, and lets go of what missed ledgers kept back. */
function caretaker({ network }: PartDeps): (runtime: Runtime) => Promise<void> {
  let dueMs = 0;
  let next: LedgerHash | null = null;

  return async (runtime) => {
    if (next && (await ingestedLedger(runtime.database, null)) >= next.sequence) {
      await storeAnchor(runtime.database, next);
      next = null;
    }
    if (performance.now() < dueMs) return;
    dueMs = performance.now() + CARE_MS;
    next = await network.headHash();
    await releaseForgotten(runtime);
  };
}
