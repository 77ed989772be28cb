import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { gapCollection, newestGapOf } from "#server/platform/ingest/gap-store.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { quarantineCollection } from "#server/platform/ingest/quarantine.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import {
  lookAgainForRestore,
  movePhase,
  RESTORED_KIND,
  restoredState,
  type RestoredState,
} from "#server/platform/restored/state.ts";
import { OURS } from "#server/platform/submissions/envelope.ts";
import { landedCollection, unknownPayments } from "#server/platform/submissions/landed.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { reconcile } from "#server/reconciliation/index.ts";
import { settleOpen } from "./settle-open.ts";

export interface RestoredDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  /**
   * Looks what of the audit chain was lost; what it answers with notes that in the chain, in the transaction that goes on from reading. Throws where
   * the ledger cannot be asked for the chain's anchors.
   */
  readonly lostRows: (state: RestoredState) => Promise<(session: ClientSession) => Promise<void>>;
  /** Books what the ledger names of features' own payments, once what was open is ended; may be repeated. */
  readonly recover: (signal: AbortSignal) => Promise<void>;
}

const STEP_MS = 1000;
const IDLE_MS = 60_000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
export const RESTORED_CHECK = "restored";
const BLIND_CHECK = "restored-blind";
const UNKNOWN_CHECK = "restored-unknown";

/**
 * Makes a database true again that was set back to a backup, phase after phase, in one process at a time; each phase is stored with what it
 * did, and begun anew by whoever comes after a process that died in it. Elsewhere it does nothing.
 */
export function startRestored(deps: RestoredDeps, leases: Leases): Pick<Loop, "stop"> {
  const { database } = deps.runtime;
  // Also whenever the stream of changes was opened anew: the database was away.
  const stopListening = database.changes.on([RESTORED_KIND.collection], () => lookAgainForRestore(database));
  const loop = startLeasedLoop({
    name: "restored",
    runtime: deps.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: (fenced, signal) => keepRestored({ ...deps, runtime: fenced }, signal),
  });
  return {
    stop: () => {
      stopListening();
      return loop.stop();
    },
  };
}

/** Takes the restore one step on; answers with the ms until it should be looked at again. */
export async function keepRestored(deps: RestoredDeps, signal?: AbortSignal): Promise<number> {
  const { runtime, network, recover } = deps;
  const state = await restoredState(runtime.database, null);
  if (!state) return IDLE_MS;
  if (state.phase !== "done") await tellUnderWay(runtime, state);
  switch (state.phase) {
    // Before a server listens.
    case "marked":
      return STEP_MS;
    case "reading":
      return readOn(deps, state);
    case "settling":
      // Of what is past that nothing is known yet.
      await settleOpen(runtime, state.readAt ?? new Date(0));
      await recover(signal ?? new AbortController().signal);
      return moveOn(runtime, state, { phase: "reconciling" });
    case "reconciling":
      // What differs halts its asset, and is told as ever.
      await reconcile(runtime, network, signal);
      return moveOn(runtime, state, { phase: "confirming" });
    case "confirming":
      return STEP_MS;
    case "done":
      await tellUnknown(runtime);
      return IDLE_MS;
  }
}

async function moveOn(
  { database, clock }: Runtime,
  state: RestoredState,
  change: Partial<Pick<RestoredState, "phase" | "quietFrom" | "readTo" | "readAt">>,
  alongside?: (session: ClientSession) => Promise<void>,
): Promise<number> {
  await database.transaction(async (session) => {
    if (await movePhase(database, session, state, { ...change, since: clock.now() })) await alongside?.(session);
  });
  return 0;
}

/**
 * Waits until all is read that anything signed before the restore can be in: what was signed holds for a while by the network's time, whatever
 * our clock says.
 */
async function readOn({ runtime, network, lostRows }: RestoredDeps, state: RestoredState): Promise<number> {
  const { database } = runtime;
  const head = await network.head();
  const { quietFrom } = state;
  if (!quietFrom) return moveOn(runtime, state, { quietFrom: new Date(head.closedAt.getTime() + OURS.ms) });
  if (head.closedAt <= quietFrom || (await ingestedLedger(database, null)) < head.sequence) return STEP_MS;
  if (await newestGapOf(database)) return STEP_MS;
  if (await tellBlind(runtime, state)) return IDLE_MS;
  const note = await lostRows(state);
  return moveOn(runtime, state, { phase: "settling", readTo: head.sequence, readAt: head.closedAt }, note);
}

/** Whether ledgers since the backup are missing for good, or hold what nobody here understands: then nothing is certain, and it stays as it is. */
async function tellBlind(runtime: Runtime, { ledger }: RestoredState): Promise<boolean> {
  const { database } = runtime;
  const missing = await gapCollection(database).findOne({ missingTo: { $gt: ledger } });
  const unread = await firstUnread(database, ledger);
  if (!missing && !unread) {
    await resolveIssue(runtime, BLIND_CHECK);
    return false;
  }
  await openIssue(runtime, {
    type: "restored",
    checkId: BLIND_CHECK,
    title: issueSaid("issue.restored-blind"),
    description: issueSaid("issue.restored-blind.means", { ledger: missing?.first ?? unread?.ledger ?? ledger }),
    severity: "critical",
    metadata: { missing: missing?._id ?? null, unread: unread?._id ?? null },
  });
  return true;
}

/** What was set aside and says nothing of itself: of all others it is known what they are for, whatever they did. */
async function firstUnread(database: Database, ledger: number) {
  const waiting = await quarantineCollection(database)
    .find({ ledger: { $gt: ledger }, state: "waiting" }, { projection: { ledger: 1 } })
    .toArray();
  const known = new Set(
    await landedCollection(database).distinct("_id", { _id: { $in: waiting.map(({ _id }) => _id) } }),
  );
  return waiting.find(({ _id }) => !known.has(_id)) ?? null;
}

function tellUnderWay(runtime: Runtime, { phase, takenAt, ledger }: RestoredState): Promise<void> {
  return openIssue(runtime, {
    type: "restored",
    checkId: RESTORED_CHECK,
    title: issueSaid("issue.restored"),
    description: issueSaid("issue.restored.means", { phase }),
    severity: "critical",
    metadata: { phase, takenAt, ledger },
  });
}

/** Tells of what the house paid since the backup and nobody knows for what, until an operator has said so of each. */
async function tellUnknown(runtime: Runtime): Promise<void> {
  const { database } = runtime;
  await resolveIssue(runtime, RESTORED_CHECK);
  const unknown = await unknownPayments(database, null, [...(await houseAccounts(database)).values()]);
  if (unknown.length === 0) return resolveIssue(runtime, UNKNOWN_CHECK);
  await openIssue(runtime, {
    type: "restored",
    checkId: UNKNOWN_CHECK,
    title: issueSaid("issue.restored-unknown"),
    description: issueSaid("issue.restored-unknown.means", { count: unknown.length }),
    severity: "error",
    metadata: { hashes: unknown.slice(0, 20).map(({ hash }) => hash) },
  });
}
