import type { SubmissionState } from "#schemas/wallet.ts";
import { restUntil, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { failureSaid } from "#server/platform/network/failures.ts";
import type { LedgerAnswer, SendAnswer, StellarNetwork } from "#server/platform/network/network.ts";
import { isReadingOn, RESTORED_KIND } from "#server/platform/restored/state.ts";
import { releaseStrayLoans } from "./channels.ts";
import { missBy } from "./missed.ts";
import { type MoveFields, moveAlone } from "./moves.ts";
import { type Advanced, advanceAll, nextLate } from "./pass.ts";
import { raiseBid } from "./raise-bid.ts";
import { cosign, rebuild, signAtBid } from "./sign.ts";
import { settleLanded } from "./settle-landed.ts";
import { sequenceOf } from "./signed-before.ts";
import { tellMoved, tracedAs } from "./trace-submission.ts";
import { unlessForged } from "./forged.ts";
import { type Attempt, type SubmissionDocument, submissionCollection } from "./submission.ts";
import { type AttemptFacts, decideAfterSend, decideFate, isPastBounds, lesserOf, OPEN_STATES } from "./transitions.ts";
import type { SubmissionsDeps } from "./deps.ts";

/** Pause between looks while anything is open, in ms; a payment that another process accepted waits no longer. */
const PAUSE_MS = 250;
const FAILURE_PAUSE_MS = 1000;
/** How often loans are looked for that nobody uses, beside at the start, in ms. */
const SWEEP_MS = 30_000;

/**
 * Starts the worker that carries every open submission on, from whatever state it finds it in; in one process at a time.
 * Each submission is its own fence, its version: a move that another process was faster with is none, and a copy sent late
 * is one that was sent before. Fencing by the lease as well would have sixteen moves at once wait for each other.
 */
export function startSubmissions(deps: SubmissionsDeps, leases: Leases): Loop {
  const { database, clock } = deps.runtime;
  let sweepAtMs = 0;
  return startLeasedLoop({
    name: "submissions",
    runtime: deps.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [submissionCollection(database).collectionName, RESTORED_KIND.collection],
    run: async (_fenced, signal) => {
      const nowMs = clock.now().getTime();
      if (nowMs >= sweepAtMs) {
        await releaseStrayLoans(database);
        sweepAtMs = nowMs + SWEEP_MS;
      }
      if ((await advanceOpen(deps, signal)) > 0) return PAUSE_MS;
      return Math.min(SWEEP_MS, restUntil(await nextLate(database), clock, PAUSE_MS));
    },
  });
}

/**
 * Takes every open submission one or more steps on, unless `signal` says to end; answers with how many there were. Throws
 * after all when one failed.
 */
export async function advanceOpen(deps: SubmissionsDeps, signal?: AbortSignal): Promise<number> {
  const { database, clock } = deps.runtime;
  // What the ledger holds of them is not known yet.
  if (await isReadingOn(database, null)) return 0;
  return advanceAll(database, (submission) => advanceFully(deps, submission), clock.now(), signal);
}

/** Steps until the submission is settled or has to wait. */
async function advanceFully(deps: SubmissionsDeps, submission: SubmissionDocument): Promise<Advanced> {
  let current = submission;
  while (OPEN_STATES.includes(current.state)) {
    const next = await advance(deps, current);
    const hasMoved = current !== submission;
    if (next === "wait" || next === "busy" || next === "held-back") return { until: next, hasMoved };
    // Something else moved it.
    if (next === null) return { until: "wait", hasMoved };
    current = next;
  }
  return { until: "end", hasMoved: current !== submission };
}

/** States in which the next step signs: before it, a database that was set back looks whether a ledger holds it. */
const UNSIGNED_HERE: readonly SubmissionState[] = ["created", "expired", "awaiting-signature"];

/**
 * Takes a submission one step on. `wait` when nothing can be done yet, `busy` while no account can lend it a sequence
 * number, `held-back` while it may not be signed, null when something else moved it.
 */
export async function advance(deps: SubmissionsDeps, submission: SubmissionDocument): Promise<Step> {
  const next = await tracedAs(submission, () => step(deps, submission));
  if (next !== null && typeof next !== "string" && next.state !== submission.state)
    tellMoved(deps.runtime.log, submission, next);
  return next;
}

type Step = SubmissionDocument | "wait" | "busy" | "held-back" | null;

async function step(deps: SubmissionsDeps, submission: SubmissionDocument): Promise<Step> {
  const landed = UNSIGNED_HERE.includes(submission.state) ? await settleLanded(deps.runtime, submission) : null;
  if (landed) return landed;
  switch (submission.state) {
    case "created":
      return unlessForged(deps, submission, () => signAtBid(deps, submission, {}));
    case "expired":
      return unlessForged(deps, submission, () => rebuild(deps, submission));
    case "awaiting-signature":
      return unlessForged(deps, submission, () => cosign(deps, submission));
    case "signed":
      // A copy may be on the network already if a process died right after sending it; then the ledger is asked first.
      return submission.sends === 0 ? sendOnce(deps, submission) : observe(deps, submission);
    case "submitted":
      return observe(deps, submission);
    default:
      return null;
  }
}

/**
 * Counts the copy before it leaves, so that after a crash nobody believes that none ever did. Where that bids too little, a higher bid goes
 * out at once; that one waits for its answer of a later ledger.
 */
async function sendOnce(deps: SubmissionsDeps, seen: SubmissionDocument): Promise<SubmissionDocument | "wait" | null> {
  const sent = await sendCopy(deps, seen);
  if (!sent || !("answer" in sent)) return sent;
  return sendRaised(deps, sent.submission, sent.answer);
}

async function sendRaised(deps: SubmissionsDeps, seen: SubmissionDocument, answer: SendAnswer): Promise<"wait"> {
  const raised = await raiseBid(deps, seen, answer);
  if (raised?.state === "submitted") await sendCopy(deps, raised);
  return "wait";
}

/** What a node said to a copy, and the submission as it is since; the submission alone where it came to its end, null where something else moved it. */
async function sendCopy(
  deps: SubmissionsDeps,
  seen: SubmissionDocument,
): Promise<SubmissionDocument | { readonly submission: SubmissionDocument; readonly answer: SendAnswer } | null> {
  const { runtime, network } = deps;
  const { attempt } = seen;
  if (!attempt) throw new Error(`submission ${seen.id} has no envelope`);
  const counted = await submissionCollection(runtime.database).findOneAndUpdate(
    { id: seen.id, state: seen.state, version: seen.version },
    { $set: { lastSentAt: runtime.clock.now() }, $inc: { sends: 1, version: 1 } },
    { returnDocument: "after" },
  );
  if (!counted) return null;
  const answer = await network.send(attempt.envelopeXdr);
  if (decideAfterSend(answer, counted.sends) === "refused" && answer.kind === "rejected")
    return moveAlone(deps.runtime, counted, "failed", { reason: failureSaid(answer.resultCode) });
  if (answer.kind !== "accepted" && answer.kind !== "duplicate")
    runtime.log.warn({ submissionId: seen.id, answer }, "a payment was sent without a clear answer");
  if (counted.state === "submitted") return { submission: counted, answer };
  const submission = await moveAlone(deps.runtime, counted, "submitted", { reason: `sent: ${answer.kind}` });
  if (submission) tellMoved(runtime.log, counted, submission);
  return submission && { submission, answer };
}

async function observe(deps: SubmissionsDeps, submission: SubmissionDocument) {
  const { network, runtime } = deps;
  const { attempt } = submission;
  if (!attempt) throw new Error(`submission ${submission.id} has no envelope`);
  const facts: AttemptFacts = { ...attempt, ...submission, sequence: BigInt(attempt.sequence) };
  const answer = await lookUp(network, attempt);
  // The account is read after the hash: its sequence number is then at least as new as the "not found".
  const accountSequence = isPastBounds(facts, answer) ? await sequenceOf(network, attempt.source, answer) : null;
  const fate = decideFate(facts, { answer, accountSequence }, runtime.clock.now());
  switch (fate.kind) {
    case "wait":
      return wasPassedBy(attempt, answer) ? sendRaised(deps, submission, WAITS) : "wait";
    case "resend":
      return sendOnce(deps, submission);
    case "expired":
      return moveAlone(deps.runtime, submission, "expired", { reason: "its bounds passed, and no ledger holds it" });
    case "ambiguous":
      return moveAlone(deps.runtime, submission, "ambiguous", { reason: fate.reason });
    case "confirmed":
      return settle(deps, submission, "confirmed", { ledger: fate.ledger, reason: "a ledger holds it, successful" });
    case "failed":
      if (await isLeftToIngestion(deps, submission, answer)) return "wait";
      return settle(deps, submission, "failed", { ledger: fate.ledger, reason: fate.reason });
  }
}

/**
 * Whether it missed in a ledger that ingestion has yet to fold: there it is decided how it goes on, once what that ledger charged is off the
 * balance. A ledger that was never folded leaves it at its end.
 */
async function isLeftToIngestion(
  { runtime, onSettled }: SubmissionsDeps,
  submission: SubmissionDocument,
  answer: LedgerAnswer,
): Promise<boolean> {
  if (answer.kind !== "found" || missBy(submission, answer, runtime.clock.now()) === null) return false;
  if ((await ingestedLedger(runtime.database, null)) >= answer.ledger) return false;
  onSettled?.();
  return true;
}

/** What a node says of a copy that it has. */
const WAITS = { kind: "duplicate" } as const;

/** Whether a whole ledger closed since it was signed and took others, before its bid was ever raised. */
function wasPassedBy({ signedAtLedger, innerHash }: Attempt, answer: LedgerAnswer): boolean {
  return innerHash === null && answer.kind === "absent" && answer.latestLedger > signedAtLedger + 1;
}

/** What the ledger says of an envelope by any hash it can have there: anyone may have wrapped it in a fee bump of their own. */
async function lookUp(
  network: StellarNetwork,
  { hash, innerHash }: Pick<Attempt, "hash" | "innerHash">,
): Promise<LedgerAnswer> {
  const answer = await network.transaction(hash);
  if (answer.kind === "found" || innerHash === null) return answer;
  const inner = await network.transaction(innerHash);
  return inner.kind === "found" ? inner : lesserOf(answer, inner);
}

async function settle(deps: SubmissionsDeps, seen: SubmissionDocument, to: "confirmed" | "failed", fields: MoveFields) {
  // From `signed` a payment that failed in a ledger passes through `submitted`: it must have been sent.
  const start =
    seen.state === "signed" && to === "failed" ? await moveAlone(deps.runtime, seen, "submitted", {}) : seen;
  const settled = start && (await moveAlone(deps.runtime, start, to, fields));
  deps.onSettled?.();
  return settled;
}
