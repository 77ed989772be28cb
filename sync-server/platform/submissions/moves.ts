import type { ClientSession, Document } from "mongodb";
import type { SubmissionState } from "#schemas/wallet.ts";
import { giveBackBudget } from "#server/platform/house/budget.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { describeFailure } from "#server/platform/network/failures.ts";
import { releaseAll } from "./channels.ts";
import { tellContradiction } from "./contradictions.ts";
import { noteLanded } from "./landed.ts";
import { missBy } from "./missed.ts";
import { sealMissed } from "./seal-submission.ts";
import {
  type Approval,
  type Attempt,
  type Cosigning,
  type Evidence,
  type Hold,
  type Missed,
  type SubmissionDocument,
  submissionCollection,
} from "./submission.ts";
import { tellOwner } from "./tell-owner.ts";
import { tellFound } from "./trace-submission.ts";
import { canMove, effectsOf, FINAL_STATES } from "./transitions.ts";
import type { LedgerOutcome } from "./ledger-outcome.ts";

type Context = Pick<Runtime, "database" | "clock">;
type TellingContext = Pick<Runtime, "database" | "clock" | "log">;

/** Fields that a move may set beside the state. */
export interface MoveFields {
  readonly reason?: string;
  readonly evidence?: Evidence;
  readonly ledger?: number;
  readonly approval?: Approval;
  readonly attempt?: Attempt;
  readonly cosigning?: Cosigning;
  readonly dueAt?: Date;
  readonly fee?: string;
  readonly holds?: readonly Hold[];
  readonly rebuilds?: number;
  readonly sends?: number;
  readonly lastSentAt?: Date | null;
  readonly formerHashes?: readonly string[];
}

/**
 * Moves a submission, if it still is as it was read; null when something else moved it first. The queue of its account is
 * freed with it, and what it keeps back as {@link effectsOf} says.
 */
export async function moveSubmission(
  { database, clock }: Context,
  session: ClientSession,
  seen: SubmissionDocument,
  to: SubmissionState,
  fields: MoveFields = {},
): Promise<SubmissionDocument | null> {
  if (!canMove(seen.state, to)) throw new Error(`a submission cannot go from ${seen.state} to ${to}`);
  const { freesHolds, freesSource } = effectsOf(to, fields.ledger !== undefined);
  const change: Document = {
    ...fields,
    state: to,
    updatedAt: clock.now(),
    ...(freesHolds && { isReserving: false }),
  };
  const moved = await submissionCollection(database).findOneAndUpdate(
    { id: seen.id, state: seen.state, version: seen.version },
    { $set: change, $inc: { version: 1 } },
    { session, returnDocument: "after" },
  );
  if (!moved) return null;
  if (freesSource) await releaseAll(database, session, seen.id);
  if (freesHolds) {
    const account = await takeAccount(database, session, seen.account);
    if (account) await refreshBalances(database, session, account);
    // No ledger charged the house for it.
    const { feePayer, fee, createdAt } = moved;
    if (feePayer !== null)
      await giveBackBudget(database, session, "fees", { stroops: BigInt(fee), takenAt: createdAt });
  }
  await tellOwner({ database, clock }, session, seen.state, moved);
  return moved;
}

/** The same in a transaction of its own. */
export function moveAlone(
  context: Context,
  seen: SubmissionDocument,
  to: SubmissionState,
  fields: MoveFields = {},
): Promise<SubmissionDocument | null> {
  return context.database.transaction((session) => moveSubmission(context, session, seen, to, fields));
}

/**
 * Records that a ledger holds these transactions, within the transaction that folds the ledger into balances: whatever
 * state their submissions were in, they are settled now and keep nothing back. Anyone may have wrapped ours in a fee bump of
 * their own (CAP-15): it is the same one. Answers with the accounts that paid.
 */
export async function settleIngested(
  context: TellingContext,
  session: ClientSession,
  outcomes: readonly LedgerOutcome[],
): Promise<string[]> {
  const byHash = new Map(outcomes.flatMap((outcome) => hashesOf(outcome).map((hash) => [hash, outcome])));
  const known = { $in: [...byHash.keys()] };
  const settled = await submissionCollection(context.database)
    .find({ $or: [{ "attempt.hash": known }, { "attempt.innerHash": known }, { formerHashes: known }] }, { session })
    .toArray();
  await noteLanded(context.database, session, outcomes, idsByHash(settled));
  for (const seen of settled) {
    const [outcome] = seen.attempt ? hashesOf(seen.attempt).flatMap((hash) => byHash.get(hash) ?? []) : [];
    if (outcome && !isKnownMiss(seen, outcome)) await settleOne(context, session, seen, outcome);
    // One that was proven never to land, and did.
    const former = seen.formerHashes.flatMap((hash) => byHash.get(hash) ?? []).find((each) => each !== outcome);
    if (former && !isKnownMiss(seen, former)) await tellContradiction(context, session, seen, former);
  }
  return settled.map(({ account }) => account);
}

function idsByHash(settled: readonly SubmissionDocument[]): ReadonlyMap<string, number> {
  return new Map(
    settled.flatMap(({ id, attempt, formerHashes }) =>
      [...(attempt ? hashesOf(attempt) : []), ...formerHashes].map((hash) => [hash, id] as const),
    ),
  );
}

/** Whether it is what a submission missed by already, and is built anew for. */
function isKnownMiss({ missed }: SubmissionDocument, outcome: LedgerOutcome): boolean {
  return missed !== undefined && hashesOf(missed).some((hash) => hashesOf(outcome).includes(hash));
}

function hashesOf({ hash, innerHash }: Pick<LedgerOutcome, "hash" | "innerHash">): string[] {
  return innerHash === null ? [hash] : [hash, innerHash];
}

async function settleOne(
  context: TellingContext,
  session: ClientSession,
  seen: SubmissionDocument,
  outcome: LedgerOutcome,
) {
  const { hash, ledger } = outcome;
  tellFound(context.log, seen, { hash, ledger, to: outcome.isSuccessful ? "confirmed" : "failed" });
  const miss = missBy(seen, outcome, outcome.closedAt);
  if (miss !== null && typeof miss !== "string")
    return turn(context, session, seen, sealMissed(context.database, seen, miss));
  await settleAs(context, session, seen, outcome, miss ?? describeFailure(outcome.resultXdr));
}

/**
 * Settles a submission by what a ledger holds of it, in whatever state it is, in the transaction that has found that; `failure` is why where it
 * failed (`writeSaid`). Its holds are free: the balance of its payer is to be read anew.
 */
export async function settleAs(
  context: Context,
  session: ClientSession,
  seen: SubmissionDocument,
  outcome: LedgerOutcome,
  failure: string,
): Promise<void> {
  const isFinal = FINAL_STATES.includes(seen.state);
  const to = outcome.isSuccessful ? "confirmed" : "failed";
  const isContradicted = isFinal && seen.state !== to && seen.foundAs !== to;
  const reason = outcome.isSuccessful ? "a ledger holds it, successful" : failure;
  await submissionCollection(context.database).updateOne(
    { id: seen.id },
    {
      $set: {
        isReserving: false,
        ledgerHash: outcome.hash,
        ...(!isFinal && { state: to, reason, ledger: outcome.ledger, updatedAt: context.clock.now() }),
        ...(isContradicted && { foundAs: to }),
      },
      $inc: { version: 1 },
    },
    { session },
  );
  await releaseAll(context.database, session, seen.id);
  if (isContradicted) await tellContradiction(context, session, seen, outcome);
  if (!isFinal || isContradicted) await tellOwner(context, session, seen.state, { ...seen, state: to, reason });
}

/**
 * Has it built anew, in the transaction that folds the ledger in which it missed: all that it keeps back is kept on, and what the ledger charged
 * is off the balance already.
 */
async function turn({ database, clock }: Context, session: ClientSession, { id }: SubmissionDocument, missed: Missed) {
  const reason = "its recipient's account was opened or closed meanwhile: it is built anew, with the other operation";
  await submissionCollection(database).updateOne(
    { id },
    { $set: { state: "expired", missed, reason, updatedAt: clock.now() }, $inc: { version: 1 } },
    { session },
  );
  await releaseAll(database, session, id);
}
