import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { SYNC_COLLECTIONS, type SyncCollection } from "#schemas/protocol.ts";
import { writeSaid } from "#schemas/said.ts";
import { putReplicated, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import { forgetPayer } from "#server/deposits/index.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { POLICY } from "#server/platform/sync/policy.ts";
import type { Notices } from "#server/security/index.ts";
import { forgetReports } from "#server/support/index.ts";
import { findUserById, readSecurity, readSecurityWithin, writeSecurity } from "#server/users/index.ts";
import {
  type Closing,
  closingCollection,
  type ClosingDeps,
  leave,
  readStanding,
  writeClosing,
} from "./close-account.ts";
import { readHoldings } from "./holdings.ts";
import { lookOutside } from "./outside.ts";
import { recordStep } from "./record-step.ts";

export interface ClosingJobDeps extends ClosingDeps {
  readonly kickPayments: () => void;
  readonly leases: Leases;
  readonly notices: Notices;
  readonly endSessions: (userId: number) => Promise<void>;
}

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
const BATCH = 200;
const RETRY_MS = 15_000;
/** How long something passing may stand against a closing before it is given up. */
const LONGEST_MS = 3 * 24 * 60 * 60 * 1000;
const MOST_FAILURES = 5;
/** What may pass by itself. */
const PASSING: readonly ErrorCode[] = [
  "close-payments-open",
  "cool-off",
  "fee-balance-too-low",
  "network-unreachable",
  "payments-halted",
  "recipient-on-hold",
];
/** What a row says of people beside what the ledger says, and what stands there afterwards. */
const ERASED: Partial<Record<SyncCollection, Readonly<Record<string, string>>>> = {
  contacts: { name: "Erased", stellarAddress: "", uniqueUserId: "", memo: "" },
  access_history: { ipAddress: "", userAgent: "" },
  price_alerts: { note: "" },
  deposits: { cashAppUsername: "", cashAppTransactionId: "", recipient: "", reason: "" },
  notifications: { assetCode: "", issuer: "", amount: "", party: "", detail: "" },
};

/**
 * Carries on closings that wait for the network, and erases the rows of accounts that are closed; in one process at a time.
 * Only whose transaction decided a closing tells its owner.
 */
export function startClosings(deps: ClosingJobDeps): Loop {
  const { runtime, leases } = deps;
  return startLeasedLoop({
    name: "closing",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [closingCollection(runtime).collectionName],
    run: async (fenced, signal) => {
      const open = await carryOn({ ...deps, runtime: fenced }, signal);
      return open > 0 ? PAUSE_MS : REST_MS;
    },
  });
}

/** Answers with how many were under way. */
async function carryOn(deps: ClosingJobDeps, signal: AbortSignal): Promise<number> {
  const closings = closingCollection(deps.runtime);
  const merging = await closings.find({ state: "merging" }).toArray();
  for (const closing of merging) if (!signal.aborted) await advance(deps, closing);
  const erasing = await closings.find({ state: "erasing" }).toArray();
  for (const { _id } of erasing) if (!signal.aborted) await eraseRows(deps, _id);
  return merging.length + erasing.length;
}

/**
 * Carries one closing on: once its latest transaction is settled, the next is recorded by what is in the wallet now; where nothing
 * is, the person has left. One that cannot go on stays as it is, and its owner is told.
 */
async function advance(deps: ClosingJobDeps, closing: Closing): Promise<void> {
  const { runtime } = deps;
  const { _id: userId, submissionId, nextAt, failures = 0 } = closing;
  if (nextAt && nextAt > runtime.clock.now()) return;
  const submission = await submissionCollection(runtime.database).findOne({ id: submissionId ?? 0 });
  // Until ingestion has folded the ledger, the records still show the money.
  if (submission && (!FINAL_STATES.includes(submission.state) || submission.isReserving)) return;
  const hasFailed = submission?.state === "failed";
  // Of what no ledger took, somebody decided; in a ledger it fails where something moved in between.
  if (hasFailed && (submission.ledger === null || failures >= MOST_FAILURES))
    return giveUp(deps, userId, submission.reason);
  try {
    await goOn(deps, hasFailed ? { ...closing, failures: failures + 1 } : closing);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!(await isPassing(runtime, userId, error))) return giveUp(deps, userId, error.said);
    const later = new Date(runtime.clock.now().getTime() + RETRY_MS);
    await closingCollection(runtime).updateOne({ _id: userId, state: "merging" }, { $set: { nextAt: later } });
  }
}

async function goOn(deps: ClosingJobDeps, closing: Closing): Promise<void> {
  const { runtime, network } = deps;
  const { _id: userId, submissionId } = closing;
  const holdings = await readHoldings(runtime, userId, null);
  if (!holdings?.account.exists) return finish(deps, closing);
  const { closing: wish, credentialsChangedAt } = await readSecurity(runtime, userId);
  if (!wish) return giveUp(deps, userId, writeSaid("reason.nobody-confirmed"));
  // As with all that waits: whoever asked for it may have been somebody else.
  if (credentialsChangedAt && credentialsChangedAt > wish.begunAt)
    return giveUp(deps, userId, writeSaid("reason.sign-in-changed"));
  const memo = { type: "text", text: wish.memo } as const;
  const destination = { to: wish.to, memo, isAnnounced: wish.isAnnounced };
  const outside = await lookOutside(network, holdings, destination);
  const isRecorded = await runtime.database.transaction(async (session) => {
    const now = await closingCollection(runtime).findOne({ _id: userId, state: "merging" }, { session });
    const { closing: confirmed } = await readSecurityWithin(runtime, session, userId);
    if (now?.submissionId !== submissionId || confirmed?.to !== wish.to || confirmed.memo !== wish.memo) return false;
    const { refusals } = await readStanding(runtime, userId, session);
    if (refusals[0]) throw refusals[0];
    const next = await recordStep(deps, session, userId, { destination, outside, shown: null });
    if (next === null) return false;
    await writeClosing(runtime, session, { ...closing, submissionId: next });
    return true;
  });
  if (isRecorded) deps.kickPayments();
}

async function finish(deps: ClosingJobDeps, { _id: userId, submissionId }: Closing): Promise<void> {
  const { runtime, notices } = deps;
  const user = await findUserById(runtime, userId);
  if (!user) throw new Error(`user ${userId}, whose account closes, is gone`);
  await runtime.database.transaction(async (session) => {
    const { holdings, refusals } = await readStanding(runtime, userId, session);
    if (refusals[0]) throw refusals[0];
    const xlm = BigInt(holdings?.account.balance ?? "0");
    if (xlm > 0n) throw new AppError("close-xlm-left", { amount: formatAmountShort(xlm) });
    await leave(deps, session, userId, submissionId);
  });
  await deps.endSessions(userId);
  notices.tell(user, CLOSED);
}

/** Whether waiting may help, as long as it is not for ever. */
async function isPassing(runtime: Runtime, userId: number, { code }: AppError): Promise<boolean> {
  const { closing: wish } = await readSecurity(runtime, userId);
  if (!wish || !PASSING.includes(code)) return false;
  return runtime.clock.now().getTime() < wish.begunAt.getTime() + LONGEST_MS;
}

async function giveUp({ runtime }: ClosingJobDeps, userId: number, reason: string): Promise<void> {
  await runtime.database.transaction(async (session) => {
    const given = await closingCollection(runtime).deleteOne({ _id: userId, state: "merging" }, { session });
    if (given.deletedCount === 0) return;
    await writeSecurity(runtime, session, userId, { closing: null });
    await notify(runtime, session, { userId, kind: "closing-stopped", detail: reason });
  });
}

/**
 * Turns every replicated row of the user into a tombstone that names nobody, and forgets what they sent to support and under
 * which name they paid in; the ledger's history stays stored. That a payment was credited stays known by its id: nobody else
 * is credited for it.
 */
async function eraseRows({ runtime, endSessions }: ClosingJobDeps, userId: number): Promise<void> {
  const { database } = runtime;
  await endSessions(userId);
  await database.transaction(async (session) => {
    await forgetReports(database, session, userId);
    await forgetPayer(database, session, userId);
  });
  for (const collection of SYNC_COLLECTIONS.filter((name) => POLICY[name].readers === "owner")) {
    const fields = ERASED[collection] ?? {};
    const named = Object.entries(fields).map(([field, value]) => ({ [field]: { $ne: value } }));
    for (;;) {
      const rows = await database
        .collection<ReplicatedDocument>(collection)
        .find({ userId, $or: [{ deleted: { $ne: true } }, ...named] }, { projection: { uid: 1 } })
        .limit(BATCH)
        .toArray();
      if (rows.length === 0) break;
      const writes = rows.map(({ uid }) => ({ uid, fields, deleted: true }));
      await database.transaction((session) => putReplicated(database, session, collection, userId, writes));
    }
  }
  await closingCollection(runtime).updateOne({ _id: userId, state: "erasing" }, { $set: { state: "done" } });
}

export const CLOSED = { subject: "mail.closed.subject", says: ["mail.closed.what"] } as const;
