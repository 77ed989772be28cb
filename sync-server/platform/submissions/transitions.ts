import { writeSaid } from "#schemas/said.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import { describeFailure } from "#server/platform/network/failures.ts";
import type { LedgerAnswer, SendAnswer } from "#server/platform/network/network.ts";

/** Every move a submission can make, and why it exists. Anything else is refused. */
export const TRANSITIONS = [
  ["held", "created", "the operators it waited for approved it"],
  ["held", "failed", "an operator refused it"],
  ["created", "signed", "its turn came: the envelope is stored before it is first sent"],
  [
    "created",
    "awaiting-signature",
    "its owner's key has to sign, too: the envelope is stored before it is shown, unsigned",
  ],
  ["created", "failed", "it may not be paid any more, or the account it would be paid from is gone"],
  ["awaiting-signature", "signed", "the owner's signature came back, and ours was added to it"],
  [
    "awaiting-signature",
    "expired",
    "its sequence number is used, or the network asks for much more by now; nothing of ours was signed",
  ],
  ["awaiting-signature", "failed", "its owner gave it up or let it lie, or it may not be paid any more"],
  ["signed", "submitted", "it was sent, and may have reached the network"],
  ["signed", "failed", "the only copy ever sent was refused at the door"],
  ["signed", "confirmed", "a ledger holds it, although we never heard that it arrived"],
  ["signed", "expired", "its bounds passed, and no ledger up to them holds it, or one holds it as a first miss"],
  ["signed", "ambiguous", "nothing can be proven any more"],
  ["submitted", "submitted", "the network asks for more: the same transaction is wrapped in a higher bid"],
  ["submitted", "confirmed", "a ledger holds it, successful"],
  ["submitted", "failed", "a ledger holds it, failed"],
  [
    "submitted",
    "expired",
    "its bounds passed, and no ledger up to them holds it, or one holds it as a first miss: its recipient's account was opened or closed",
  ],
  ["submitted", "ambiguous", "nothing can be proven any more"],
  ["expired", "signed", "it is built again with a new sequence number, of the other operation where it missed"],
  ["expired", "awaiting-signature", "it is built again, and its owner's key has to sign that, too"],
  ["expired", "failed", "it was built again as often as we try, or may not be paid any more"],
  ["ambiguous", "confirmed", "a ledger turned up that holds it, successful"],
  ["ambiguous", "failed", "a ledger turned up that holds it, failed, or an operator proved that none does"],
] as const satisfies readonly (readonly [from: SubmissionState, to: SubmissionState, reason: string])[];

/** States that nothing leaves without an operator or a ledger. */
export const FINAL_STATES: readonly SubmissionState[] = ["confirmed", "failed"];
/** States in which an envelope of ours may be on the network. */
export const IN_FLIGHT_STATES: readonly SubmissionState[] = ["signed", "submitted"];
/** States in which a submission keeps the sequence number that it uses from others. */
export const CLAIMING_STATES: readonly SubmissionState[] = ["awaiting-signature", ...IN_FLIGHT_STATES];
/** States that the worker has to do something about. */
export const OPEN_STATES: readonly SubmissionState[] = [
  "created",
  "awaiting-signature",
  "signed",
  "submitted",
  "expired",
];

/** Whether a submission in that state keeps the account that its envelope's sequence number is of. */
export function holdsSource({ state }: { readonly state: SubmissionState }): boolean {
  return CLAIMING_STATES.includes(state);
}

export function canMove(from: SubmissionState, to: SubmissionState): boolean {
  return TRANSITIONS.some(([start, end]) => start === from && end === to);
}

/**
 * What a move does beside the state. What a payment keeps back is free at once where no ledger holds it; one in a ledger
 * keeps it until ingestion has folded that ledger, since the balance still shows the money. Its source account is free for
 * the next payment as soon as nothing of it is on its way or waits for its owner.
 */
export function effectsOf(to: SubmissionState, isInLedger: boolean) {
  return { freesHolds: to === "failed" && !isInLedger, freesSource: !holdsSource({ state: to }) };
}

const MAX_REBUILDS = 3;

/** Whether an expired submission that was built anew so often is once more. */
export function mayRebuild(rebuilds: number): boolean {
  return rebuilds < MAX_REBUILDS;
}

/** The bounds and history of an attempt that its fate depends on. */
export interface AttemptFacts {
  readonly sequence: bigint;
  readonly signedAtLedger: number;
  readonly maxTime: Date;
  readonly maxLedger: number;
  readonly sends: number;
  readonly lastSentAt: Date | null;
}

/** What the ledger says: of the hash, and of the account's sequence number (null: no such account, or not asked). */
export interface Sighting {
  readonly answer: LedgerAnswer;
  readonly accountSequence: bigint | null;
}

export type Fate =
  | { readonly kind: "confirmed"; readonly ledger: number }
  | { readonly kind: "failed"; readonly ledger: number; readonly reason: string }
  | { readonly kind: "expired" }
  | { readonly kind: "ambiguous"; readonly reason: string }
  | { readonly kind: "resend" }
  | { readonly kind: "wait" };

/** How long an envelope rests before the same one is sent again, in ms. */
export const RESEND_AFTER_MS = 5_000;
/** Ledgers past the bounds after which a used sequence number without a known transaction goes to an operator. */
export const AMBIGUOUS_AFTER_MS = 10 * 60 * 1000;

/** Whether a ledger past the bounds has closed at the node that answered: only then is its "not found" worth anything. */
export function isPastBounds(attempt: AttemptFacts, answer: LedgerAnswer): boolean {
  return (
    answer.kind === "absent" &&
    (answer.latestClosedAt.getTime() > attempt.maxTime.getTime() || answer.latestLedger > attempt.maxLedger)
  );
}

type Absence = Extract<LedgerAnswer, { readonly kind: "absent" }>;

/** What two answers, perhaps of two nodes, prove together: no more than the one that has come less far. */
export function lesserOf(one: Absence, other: Absence): Absence {
  return {
    kind: "absent",
    latestLedger: Math.min(one.latestLedger, other.latestLedger),
    latestClosedAt: one.latestClosedAt < other.latestClosedAt ? one.latestClosedAt : other.latestClosedAt,
    oldestLedger: Math.max(one.oldestLedger, other.oldestLedger),
  };
}

/**
 * Decides what became of an attempt. Expired needs two proofs from the ledger: a node that closed a ledger past the bounds
 * and remembers everything since the signing does not know the hash, and the account never used the sequence number.
 */
export function decideFate(attempt: AttemptFacts, { answer, accountSequence }: Sighting, now: Date): Fate {
  if (answer.kind === "found") {
    return answer.isSuccessful
      ? { kind: "confirmed", ledger: answer.ledger }
      : { kind: "failed", ledger: answer.ledger, reason: describeFailure(answer.resultXdr) };
  }
  if (!isPastBounds(attempt, answer)) {
    const restedMs = attempt.lastSentAt ? now.getTime() - attempt.lastSentAt.getTime() : RESEND_AFTER_MS;
    return restedMs >= RESEND_AFTER_MS ? { kind: "resend" } : { kind: "wait" };
  }
  if (answer.oldestLedger > attempt.signedAtLedger + 1)
    return { kind: "ambiguous", reason: writeSaid("reason.ledger-forgotten") };
  if (accountSequence !== null && accountSequence < attempt.sequence) return { kind: "expired" };
  const lateMs = answer.latestClosedAt.getTime() - attempt.maxTime.getTime();
  return lateMs > AMBIGUOUS_AFTER_MS
    ? { kind: "ambiguous", reason: writeSaid("reason.sequence-used") }
    : { kind: "wait" };
}

/** Refusals that a copy already in a ledger, or still on its way, would cause as well. */
const INCONCLUSIVE_REFUSALS = new Set(["txBadSeq", "txTooLate", "txInsufficientFee", "unknown"]);

/**
 * Decides what an answer to a send means. Only a refusal of the first copy ever sent is final: an earlier copy may be in a
 * ledger, or wait at another node, whatever this one says.
 */
export function decideAfterSend(answer: SendAnswer, sends: number): "sent" | "refused" {
  const isFinal = answer.kind === "rejected" && sends <= 1 && !INCONCLUSIVE_REFUSALS.has(answer.resultCode);
  return isFinal ? "refused" : "sent";
}
