import type { ClientSession } from "mongodb";
import { mulDiv } from "#schemas/values/money.ts";
import { takeBudgets } from "#server/platform/house/budget.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { SendAnswer } from "#server/platform/network/network.ts";
import { SignedBeforeError } from "#server/platform/vault/signed-envelope.ts";
import type { SubmissionsDeps } from "./deps.ts";
import { bumpSubmission } from "./envelope.ts";
import { takePayer } from "./fee-bid.ts";
import { weighed } from "./formerly.ts";
import { feeLeft } from "./missed.ts";
import { moveSubmission } from "./moves.ts";
import { signatoryOf, unlessChanging, whileBorrowed } from "./sign.ts";
import type { Attempt, SubmissionDocument } from "./submission.ts";

/** What a fee bump bids, at least, to take the place of what waits in a node's queue (stellar-core's). */
const REPLACE_FACTOR = 10n;

/** A bid for each operation, as a fraction of stroops. */
interface Bid {
  readonly stroops: bigint;
  readonly operations: bigint;
}

/**
 * Wraps an envelope that a node refused for its fee, or lets wait while others bid more, in a higher bid: what the node names, or what it
 * takes to have its place. Never above what was agreed to, nor what its payer can spare, nor the budget where the house pays; the new
 * envelope is stored before it is sent. Null where nothing is raised.
 */
export async function raiseBid(
  deps: SubmissionsDeps,
  submission: SubmissionDocument,
  answer: SendAnswer,
): Promise<SubmissionDocument | null> {
  const { attempt, steps, feePayer, cosigning, state } = submission;
  // Of what its owner signs with us and pays for, a bump is theirs to sign as well.
  if (state !== "submitted" || !attempt || (cosigning && feePayer === null)) return null;
  const wanted = await wantedBid(deps, submission, attempt, answer);
  if (!wanted) return null;
  // A fee bump counts as one operation more.
  const operations = BigInt(steps.length + 1);
  const fee = mulDiv(1n, wanted.stroops, wanted.operations, "up") * operations;
  if (fee > feeLeft(submission) || fee <= BigInt(submission.fee)) return null;
  return wrap(deps, submission, attempt, fee);
}

/** What would do, by what a node said; null where it is no matter of the bid. */
async function wantedBid(
  { network }: SubmissionsDeps,
  { fee, steps }: SubmissionDocument,
  { innerHash }: Attempt,
  answer: SendAnswer,
): Promise<Bid | null> {
  const operations = BigInt(steps.length + (innerHash === null ? 0 : 1));
  if (answer.kind === "rejected") return answer.leastFee === null ? null : { stroops: answer.leastFee, operations };
  if (answer.kind !== "duplicate") return null;
  const asked = (await network.feeBid()) * operations;
  if (asked <= BigInt(fee)) return null;
  const least = BigInt(fee) * REPLACE_FACTOR;
  return { stroops: asked > least ? asked : least, operations };
}

async function wrap(
  deps: SubmissionsDeps,
  submission: SubmissionDocument,
  attempt: Attempt,
  fee: bigint,
): Promise<SubmissionDocument | null> {
  const { runtime, mayProceed } = deps;
  if (mayProceed && (await mayProceed(submission, null)) !== "go") return null;
  const raised = { ...submission, fee: String(fee) };
  const signatory = await signatoryOf(deps, submission, attempt.source);
  const signed = await unlessChanging(() => bumpOnce(deps, raised, signatory));
  if (signed === "wait") return null;
  const more = fee - BigInt(submission.fee);
  const extra = submission.viaChannel || submission.feePayer !== null ? 0n : more;
  const moved = await whileBorrowed(deps, submission, attempt.source, async (session) => {
    const payer = extra > 0n ? await takePayer(runtime.database, session, submission.account, extra) : null;
    if (extra > 0n && !payer) return null;
    if (submission.feePayer !== null && !(await spendMore(runtime, session, submission, submission.feePayer, more)))
      return null;
    const stored = await moveSubmission(runtime, session, submission, "submitted", {
      attempt: signed,
      fee: raised.fee,
      holds: extra > 0n ? [...submission.holds, { ...NATIVE, amount: String(extra) }] : submission.holds,
      formerHashes: [...submission.formerHashes, attempt.hash],
      reason: "its bid was raised",
    });
    if (stored && payer) await refreshBalances(runtime.database, session, payer);
    return stored;
  });
  return moved === "wait" ? null : moved;
}

/** Signs the higher bid; where other envelopes were signed before, only once none of them can be in a ledger. */
async function bumpOnce(
  deps: SubmissionsDeps,
  raised: SubmissionDocument,
  signatory: Parameters<typeof bumpSubmission>[2],
): Promise<Attempt | "wait"> {
  try {
    return await bumpSubmission(deps.vault, raised, signatory);
  } catch (error) {
    if (!(error instanceof SignedBeforeError)) throw error;
    const formerly = await weighed(deps, raised, error.envelopes);
    if (formerly === "wait" || formerly.again) return "wait";
    return bumpSubmission(deps.vault, raised, { ...signatory, dead: formerly.dead });
  }
}

/**
 * Takes of the house's budget for fees what a raise costs it, in stroops; false where it is spent, or where the account that pays has not as much. What
 * comes to nothing is given back to the day of its acceptance: on a later one nothing is raised.
 */
async function spendMore(
  runtime: Runtime,
  session: ClientSession,
  { fee, createdAt }: SubmissionDocument,
  payer: string,
  more: bigint,
): Promise<boolean> {
  if (dayOf(createdAt) !== dayOf(runtime.clock.now())) return false;
  if (!(await takePayer(runtime.database, session, payer, BigInt(fee) + more))) return false;
  const { dailyFeeStroops: dailyStroops } = runtime.config.house;
  return takeBudgets(runtime, session, [{ name: "fees", stroops: more, dailyStroops }]);
}

/** In UTC, as budgets have it. */
function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
