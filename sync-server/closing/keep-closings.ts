import { AppError } from "#schemas/errors.ts";
import { amountText } from "#schemas/values/money.ts";
import { SYNC_COLLECTIONS, type SyncCollection } from "#schemas/protocol.ts";
import { putReplicated, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import { forgetPayer } from "#server/deposits/index.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { POLICY } from "#server/platform/sync/policy.ts";
import type { Notices } from "#server/security/index.ts";
import { forgetReports } from "#server/support/index.ts";
import { findUserById } from "#server/users/index.ts";
import { type Closing, closingCollection, type ClosingDeps, leave, readStanding } from "./close-account.ts";

export interface ClosingJobDeps extends Omit<ClosingDeps, "network"> {
  readonly leases: Leases;
  readonly notices: Notices;
  readonly endSessions: (userId: number) => Promise<void>;
}

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
const BATCH = 200;
/** What a row says of people beside what the ledger says, and what stands there afterwards. */
const ERASED: Partial<Record<SyncCollection, Readonly<Record<string, string>>>> = {
  contacts: { name: "Erased", stellarAddress: "", uniqueUserId: "", memo: "" },
  access_history: { ipAddress: "", userAgent: "" },
  price_alerts: { note: "" },
  deposits: { cashAppUsername: "", cashAppTransactionId: "", recipient: "", reason: "" },
  notifications: { assetCode: "", issuer: "", amount: "", party: "", detail: "" },
};

/**
 * Finishes closings that wait for the network, and erases the rows of accounts that are closed; in one process at a time.
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
    run: async (fenced, signal) => {
      await carryOn({ ...deps, runtime: fenced }, signal);
      return PAUSE_MS;
    },
  });
}

async function carryOn(deps: ClosingJobDeps, signal: AbortSignal): Promise<void> {
  const closings = closingCollection(deps.runtime);
  for (const closing of await closings.find({ state: "merging" }).toArray()) {
    if (signal.aborted) return;
    await finishMerge(deps, closing);
  }
  for (const { _id } of await closings.find({ state: "erasing" }).toArray()) {
    if (signal.aborted) return;
    await eraseRows(deps, _id);
  }
}

/** Leaves a merged account; one that could not be merged stays as it was, and its owner is told. */
async function finishMerge(deps: ClosingJobDeps, { _id: userId, submissionId }: Closing): Promise<void> {
  const { runtime, notices } = deps;
  const submission = await submissionCollection(runtime.database).findOne({ id: submissionId ?? 0 });
  if (submission?.state === "failed") return giveUp(deps, userId, submission.reason);
  // Until ingestion has folded the ledger, the records still show the money.
  if (submission?.state !== "confirmed" || submission.isReserving) return;
  const user = await findUserById(runtime, userId);
  if (!user) throw new Error(`user ${userId}, whose account closes, is gone`);
  try {
    await runtime.database.transaction(async (session) => {
      const { xlm, refusals } = await readStanding(runtime, userId, session);
      if (refusals[0]) throw refusals[0];
      if (xlm > 0n) throw new AppError("close-xlm-left", { amount: amountText(xlm) });
      await leave(deps, session, userId, submissionId);
    });
  } catch (error) {
    if (error instanceof AppError) return giveUp(deps, userId, error.message);
    throw error;
  }
  await deps.endSessions(userId);
  notices.tell(user, CLOSED);
}

async function giveUp({ runtime, notices }: ClosingJobDeps, userId: number, reason: string): Promise<void> {
  const given = await runtime.database.transaction((session) =>
    closingCollection(runtime).deleteOne({ _id: userId, state: "merging" }, { session }),
  );
  if (given.deletedCount === 0) return;
  notices.tellUser(userId, {
    subject: "Your Astrolabe account could not be closed",
    says: ["Your Astrolabe account stays open. This stood against closing it:", reason],
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

export const CLOSED = {
  subject: "Your Astrolabe account is closed",
  says: [
    "Your Astrolabe account is closed, and your name and address are no longer kept with it. Thank you for the time.",
  ],
} as const;
