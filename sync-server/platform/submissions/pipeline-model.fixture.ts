import type { SubmissionState } from "#schemas/wallet.ts";
import type { LedgerAnswer, SendAnswer } from "#server/platform/network/network.ts";
import {
  type AttemptFacts,
  canMove,
  decideAfterSend,
  decideFate,
  effectsOf,
  FINAL_STATES,
  holdsSource,
  IN_FLIGHT_STATES,
  mayRebuild,
} from "./transitions.ts";

/**
 * What became of an envelope: `bare` while nothing of ours is on it, `sent` once any node may have it; `missed` in a ledger that holds it as
 * failed for its recipient's account alone, and `turned` once it is built anew for that.
 */
type Whereabouts = "bare" | "kept" | "sent" | "succeeded" | "failed" | "missed" | "turned";

/** A signed envelope, `ageSeconds` by the ledger's clock after its signing. */
export interface Envelope {
  readonly sequence: number;
  readonly ageSeconds: number;
  readonly where: Whereabouts;
  /** Whether a process stands still that counted a copy and has yet to send it. */
  readonly isAbout: boolean;
}

/** A submission, the account whose sequence numbers it uses, and what the network has of it. */
export interface Model {
  readonly state: SubmissionState;
  readonly isReserving: boolean;
  readonly isBorrowing: boolean;
  /** Whether a process stands still that read it unsigned, and has yet to borrow its account. */
  readonly isLoanAbout: boolean;
  /** Whether the account needs its owner's signature, too. */
  readonly isShared: boolean;
  /** Whether that came back for the current envelope. */
  readonly isReturned: boolean;
  readonly rebuilds: number;
  /** Whether it goes by the other operation. */
  readonly isOther: boolean;
  readonly sends: number;
  /** Whether the submission says that a ledger holds it. */
  readonly isInLedger: boolean;
  readonly isFolded: boolean;
  readonly current: Envelope | null;
  /** Those before that may still count for something. */
  readonly former: readonly Envelope[];
  readonly lastSequence: number;
  /** Whether the network still knows the ledgers since the signing. */
  readonly isRemembered: boolean;
}

/** One step of the worker, the network, ingestion, an operator or the account's owner. */
export interface Step {
  readonly event: string;
  readonly by: "worker" | "network" | "ingestion" | "operator" | "owner";
  readonly next: Model;
}

const VALID_SECONDS = 90;
const SHORT_SECONDS = 60;
/** Beyond the bounds, and beyond the time after which a mystery goes to an operator. */
const LONG_SECONDS = 1200;
const MOST_SENDS = 2;
/** States in which we would not notice that another transaction used the sequence number. */
const LEFT_ALONE: readonly SubmissionState[] = [...FINAL_STATES, "awaiting-signature"];
const SIGNED_AT_LEDGER = 1000;
const SIGNED_AT_MS = Date.UTC(2026, 0, 1);

export const START: Model = {
  state: "created",
  isReserving: true,
  isBorrowing: false,
  isLoanAbout: false,
  isShared: false,
  isReturned: false,
  rebuilds: 0,
  isOther: false,
  sends: 0,
  isInLedger: false,
  isFolded: false,
  current: null,
  former: [],
  lastSequence: 10,
  isRemembered: true,
};

/** Whether the envelope can enter a ledger from here on. */
export function canStillApply({ where, ageSeconds, sequence }: Envelope, { lastSequence }: Model): boolean {
  return (where === "kept" || where === "sent") && ageSeconds < VALID_SECONDS && sequence > lastSequence;
}

export function envelopesOf({ current, former }: Model): Envelope[] {
  return current ? [current, ...former] : [...former];
}

/** Everything that can happen next. A process may die between any two steps: no step needs that the one before was the same's. */
export function stepsFrom(model: Model): Step[] {
  return [
    ...workerSteps(model),
    ...lateLoanSteps(model),
    ...networkSteps(model),
    ...ingestionSteps(model),
    ...operatorSteps(model),
    ...ownerSteps(model),
  ];
}

function stepBy(by: Step["by"]) {
  return (event: string, next: Model): Step => ({ event, by, next });
}

function workerSteps(model: Model): Step[] {
  const step = stepBy("worker");
  switch (model.state) {
    case "created":
      return [...borrowSteps(model), step("makes an envelope", sign(model, 0)), step("is refused", fail(model))];
    case "expired":
      if (!mayRebuild(model.rebuilds) && !isToBeTurned(model)) return [step("gives up", fail(model))];
      return [
        ...borrowSteps(model),
        step("builds anew", sign(model, model.rebuilds + (isToBeTurned(model) ? 0 : 1))),
        step("is refused", fail(model)),
      ];
    case "awaiting-signature":
      return cosignSteps(model);
    case "signed":
      return model.sends === 0 ? sendSteps(model) : observeSteps(model);
    case "submitted":
      return observeSteps(model);
    default:
      return [];
  }
}

function isToBeTurned({ current }: Model): boolean {
  return current?.where === "turned";
}

/** A loan that comes to nothing is given back, unless the process dies before. */
function borrowSteps(model: Model): Step[] {
  const step = stepBy("worker");
  return [
    step("borrows and dies", { ...model, isBorrowing: true }),
    ...(model.isLoanAbout ? [] : [step("stands still before its loan", { ...model, isLoanAbout: true })]),
  ];
}

/** Whoever borrows late finds its submission moved: it gives the loan back, or dies, and others find the loan unused. */
function lateLoanSteps(model: Model): Step[] {
  const step = stepBy("worker");
  const isTaken = model.isBorrowing && holdsSource(model);
  return [
    ...(model.isLoanAbout
      ? [
          step("borrows late, and gives it back", { ...model, isLoanAbout: false, isBorrowing: isTaken }),
          step("borrows late, and dies", { ...model, isLoanAbout: false, isBorrowing: true }),
        ]
      : []),
    ...(model.isBorrowing && !holdsSource(model) ? [step("sweeps loans", { ...model, isBorrowing: false })] : []),
  ];
}

/** What came back is signed; what did not in time, or may not be paid any more, is let go. */
function cosignSteps(model: Model): Step[] {
  const { current } = model;
  if (!current) throw new Error("there is nothing to sign");
  const step = stepBy("worker");
  if (current.ageSeconds >= VALID_SECONDS) return [step("lets it go", fail(model))];
  if (!model.isReturned) return [];
  if (current.sequence <= model.lastSequence) return [step("finds it stale", move(model, "expired"))];
  const signed = { ...current, where: "kept" } as const;
  return [
    step("adds its signature", { ...move(model, "signed"), isRemembered: true, current: signed }),
    ...(mayRebuild(model.rebuilds) ? [step("finds its bid too low", move(model, "expired"))] : []),
    step("is refused", fail(model)),
  ];
}

/** Until ours is on it, the owner may sign it or give it up. */
function ownerSteps(model: Model): Step[] {
  const step = stepBy("owner");
  const canGiveUp = model.state === "awaiting-signature" || (model.state === "created" && model.isShared);
  return [
    ...(model.state === "awaiting-signature" && !model.isReturned
      ? [step("brings the signature back", { ...model, isReturned: true })]
      : []),
    ...(canGiveUp ? [step("gives it up", fail(model))] : []),
    ...(model.state === "created"
      ? [step("turns a key of their own on or off", { ...model, isShared: !model.isShared })]
      : []),
  ];
}

export const WRAPS = "wraps it in a higher bid";

/** The copy is counted; then it leaves or not, is heard of or not, and that is written down or not. */
function sendSteps(model: Model): Step[] {
  const { current } = model;
  if (!current) throw new Error("there is nothing to send");
  const counted = { ...model, sends: Math.min(model.sends + 1, MOST_SENDS) };
  const gone: Envelope = current.where === "kept" ? { ...current, where: "sent" } : current;
  const answers: readonly (readonly [string, SendAnswer, boolean])[] = [
    ["is accepted", { kind: "accepted" }, true],
    ["is known already", { kind: "duplicate" }, true],
    ["is not answered, but arrives", { kind: "unknown", problem: "504" }, true],
    ["is not answered, and does not arrive", { kind: "unknown", problem: "cut" }, false],
    ["is to come again later", { kind: "try-again" }, false],
    ...["txBadSeq", "txTooLate", "txInsufficientBalance", "txInsufficientFee", "unknown"].map(
      (resultCode) => [`is refused (${resultCode})`, { kind: "rejected", resultCode, leastFee: null }, false] as const,
    ),
  ];
  const step = stepBy("worker");
  return [
    step("counts a copy, and dies or stands still", { ...counted, current: { ...current, isAbout: true } }),
    step("sends and dies", { ...counted, current: gone }),
    // It is the same transaction within, with the same number: whichever of the two a ledger takes, it is there once.
    ...(model.state === "submitted" ? [step(WRAPS, move(counted, "submitted"))] : []),
    ...answers
      .filter(([, { kind }]) => kind !== "duplicate" || current.where !== "kept")
      .map(([event, answer, arrives]) => {
        const after = { ...counted, current: arrives ? gone : current };
        const isRefused = decideAfterSend(answer, counted.sends) === "refused";
        return step(event, isRefused ? fail(after) : after.state === "submitted" ? after : move(after, "submitted"));
      }),
  ];
}

/** A look at the ledger: as it is, of a node that lags behind, and of one that does not find what there is. */
function observeSteps(model: Model): Step[] {
  const { current } = model;
  if (!current) throw new Error("there is nothing to look for");
  const isInALedger = HELD.includes(current.where);
  const truth: LedgerAnswer =
    isInALedger && model.isRemembered
      ? { kind: "found", isSuccessful: current.where === "succeeded", ledger: SIGNED_AT_LEDGER + 1, resultXdr: "" }
      : absence(model, current.ageSeconds);
  return [
    ...fateSteps(model, current, truth, "looks"),
    ...fateSteps(model, current, absence(model, current.ageSeconds), "looks and is not told"),
    ...fateSteps(model, current, absence(model, 0), "asks a node that lags"),
  ];
}

const HELD: readonly Whereabouts[] = ["succeeded", "failed", "missed"];

/** Whether the ledger that holds it as failed lets it go by the other operation, once. */
function turns({ state, isShared, isOther, current }: Model): boolean {
  return current?.where === "missed" && IN_FLIGHT_STATES.includes(state) && !isShared && !isOther;
}

function fateSteps(model: Model, current: Envelope, answer: LedgerAnswer, how: string): Step[] {
  const attempt: AttemptFacts = {
    sequence: BigInt(current.sequence),
    signedAtLedger: SIGNED_AT_LEDGER,
    maxTime: new Date(SIGNED_AT_MS + VALID_SECONDS * 1000),
    maxLedger: SIGNED_AT_LEDGER + 180,
    sends: model.sends,
    lastSentAt: null,
  };
  const sequences = [BigInt(model.lastSequence), null];
  return sequences.flatMap((accountSequence): Step[] => {
    const fate = decideFate(attempt, { answer, accountSequence }, new Date(SIGNED_AT_MS));
    const step = (next: Model): Step => ({ event: `${how}: ${fate.kind}`, by: "worker", next });
    switch (fate.kind) {
      case "wait":
        return [];
      case "resend":
        return sendSteps(model).map((sent) => ({ ...sent, event: `${how}: ${sent.event}` }));
      case "confirmed":
        return [step(move(model, "confirmed", true))];
      case "failed":
        // Ingestion decides how it goes on.
        if (turns(model)) return [];
        return [step(move(model.state === "signed" ? move(model, "submitted") : model, "failed", true))];
      case "expired":
      case "ambiguous":
        return [step(move(model, fate.kind))];
    }
  });
}

function absence({ isRemembered }: Model, ageSeconds: number): LedgerAnswer {
  return {
    kind: "absent",
    latestLedger: SIGNED_AT_LEDGER + ageSeconds / SHORT_SECONDS,
    latestClosedAt: new Date(SIGNED_AT_MS + ageSeconds * 1000),
    oldestLedger: isRemembered ? 1 : SIGNED_AT_LEDGER + 2,
  };
}

/** Ledgers close, with an envelope that arrived or without; late copies arrive; others use sequence numbers; nodes forget. */
function networkSteps(model: Model): Step[] {
  const step = stepBy("network");
  const takeable = envelopesOf(model).filter(
    (envelope) =>
      envelope.where === "sent" && canStillApply(envelope, model) && envelope.sequence === model.lastSequence + 1,
  );
  const older = (seconds: number) => aged(model, seconds);
  const replaced = (from: Model, old: Envelope, now: Envelope): Model => ({
    ...from,
    current: from.current === old ? now : from.current,
    former: from.former.map((envelope) => (envelope === old ? now : envelope)),
  });
  return [
    step("a ledger closes", older(SHORT_SECONDS)),
    step("a long time passes", older(LONG_SECONDS)),
    ...takeable.flatMap((envelope) =>
      (["succeeded", "failed", "missed"] as const).map((where) =>
        step(
          `a ledger closes in which it ${where}`,
          aged(
            { ...replaced(model, envelope, { ...envelope, where }), lastSequence: envelope.sequence },
            SHORT_SECONDS,
          ),
        ),
      ),
    ),
    ...envelopesOf(model)
      .filter(({ isAbout }) => isAbout)
      .map((envelope) => {
        const where = envelope.where === "kept" ? "sent" : envelope.where;
        return step(
          "a copy counted long ago arrives",
          replaced(model, envelope, { ...envelope, where, isAbout: false }),
        );
      }),
    ...(model.current && model.current.sequence === model.lastSequence + 1 && LEFT_ALONE.includes(model.state)
      ? [step("somebody else uses the sequence number", { ...model, lastSequence: model.lastSequence + 1 })]
      : []),
    ...(model.current && model.isRemembered ? [step("the network forgets", { ...model, isRemembered: false })] : []),
  ];
}

function aged(model: Model, seconds: number): Model {
  const age = (envelope: Envelope): Envelope => ({
    ...envelope,
    // Beyond the bounds only a long time makes a difference.
    ageSeconds:
      seconds === LONG_SECONDS
        ? LONG_SECONDS
        : Math.min(envelope.ageSeconds + seconds, Math.max(envelope.ageSeconds, 180)),
  });
  return {
    ...model,
    current: model.current && age(model.current),
    former: model.former
      .map(age)
      .filter((envelope) => envelope.where === "succeeded" || canStillApply(envelope, model)),
  };
}

/** Ingestion settles whatever the ledger holds under the hash that the submission has, or reads balances anew past a gap. */
function ingestionSteps(model: Model): Step[] {
  const { current } = model;
  if (!current || !HELD.includes(current.where) || model.isFolded) return [];
  const isFinal = FINAL_STATES.includes(model.state);
  const to = current.where === "succeeded" ? "confirmed" : "failed";
  const folded: Model = { ...model, isFolded: true, isReserving: false, isBorrowing: false };
  const step = stepBy("ingestion");
  if (model.isRemembered && turns(model)) {
    const turned = { ...move(model, "expired"), isOther: true, current: { ...current, where: "turned" } } as const;
    return [step("folds the ledger in which it missed", turned)];
  }
  if (model.isRemembered)
    return [step("folds its ledger", isFinal ? folded : { ...folded, state: to, isInLedger: true })];
  // The gap is jumped over: only what is settled, in a ledger up to there, is let go.
  return isFinal && model.isInLedger ? [step("lets go of what a missed ledger kept back", folded)] : [];
}

/** Operators tell the truth: their evidence is what other nodes and archives say. */
function operatorSteps(model: Model): Step[] {
  const step = stepBy("operator");
  if (model.state === "held") return [step("approves", move(model, "created")), step("refuses", fail(model))];
  if (model.state !== "ambiguous" || !model.current) return [];
  if (model.current.where === "succeeded") return [step("finds it", move(model, "confirmed", true))];
  return canStillApply(model.current, model) ? [] : [step("proves that it never was", fail(model))];
}

function sign(model: Model, rebuilds: number): Model {
  const where = model.isShared ? "bare" : "kept";
  const current = { sequence: model.lastSequence + 1, ageSeconds: 0, where, isAbout: false } as const;
  const former = model.current ? [...model.former, model.current] : model.former;
  return {
    ...move(model, model.isShared ? "awaiting-signature" : "signed"),
    isBorrowing: true,
    isReturned: false,
    rebuilds,
    sends: 0,
    isRemembered: true,
    current,
    former: former.filter((envelope) => envelope.where === "succeeded" || canStillApply(envelope, model)),
  };
}

function fail(model: Model): Model {
  return move(model, "failed");
}

/** The move as the pipeline makes it. */
function move(model: Model, to: SubmissionState, isInLedger = false): Model {
  if (!canMove(model.state, to)) throw new Error(`the table has no way from ${model.state} to ${to}`);
  const { freesHolds, freesSource } = effectsOf(to, isInLedger);
  return {
    ...model,
    state: to,
    isInLedger,
    isReserving: model.isReserving && !freesHolds,
    isBorrowing: model.isBorrowing && !freesSource,
  };
}
