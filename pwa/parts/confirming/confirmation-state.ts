import { isOver, type SettleConfirmationOutput, type SubmissionOutput } from "#schemas/wallet.ts";

export type Submission = SubmissionOutput["submission"];
/** What the server keeps and acts on later: nothing of it goes to the ledger yet. */
export type Placed = NonNullable<SettleConfirmationOutput["placed"]>;
/** What the server took a confirmation for. */
export type Taken = { readonly submission: Submission } | { readonly placed: Placed };

/** Why the server, or this device, did not take it. `code` is empty where it is this device that says so. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Where something that a person confirms stands: looked at as a `Check` before it is confirmed. */
export type ConfirmationState<Check> =
  /** `refusal` is why a confirmation was refused just now; `before` what was confirmed earlier without an answer, and was taken. */
  | { readonly step: "checking"; readonly refusal: Refusal | null }
  /** It could not be found out what it takes. */
  | { readonly step: "unchecked"; readonly message: string }
  | {
      readonly step: "review";
      readonly check: Check;
      readonly refusal: Refusal | null;
      readonly before: string | null;
    }
  | { readonly step: "sending"; readonly check: Check }
  /** The call got no answer: the server may have taken it. Only the same key may be tried again. */
  | { readonly step: "unanswered"; readonly check: Check }
  /** It is on its way to the ledger, or was. */
  | { readonly step: "tracking"; readonly submission: Submission }
  | { readonly step: "placed"; readonly placed: Placed };

export type ConfirmationEvent<Check> =
  | { readonly type: "check" }
  | { readonly type: "checked"; readonly check: Check; readonly before: string | null }
  | { readonly type: "confirm" }
  | { readonly type: "taken"; readonly taken: Taken }
  | ({ readonly type: "refused" } & Refusal)
  | { readonly type: "no-answer"; readonly message: string }
  | { readonly type: "progress"; readonly submission: Submission };

export const CHECKING = { step: "checking", refusal: null } as const;

/** An event that does not belong to the current step changes nothing, so that a second tap or a late answer is harmless. */
export function nextConfirmation<Check>(
  state: ConfirmationState<Check>,
  event: ConfirmationEvent<Check>,
): ConfirmationState<Check> {
  switch (event.type) {
    case "check":
      return state.step === "unchecked" || state.step === "review" ? CHECKING : state;
    case "checked":
      return state.step === "checking"
        ? { step: "review", check: event.check, refusal: state.refusal, before: event.before }
        : state;
    case "confirm":
      return state.step === "review" || state.step === "unanswered" ? { step: "sending", check: state.check } : state;
    case "taken":
      return state.step === "sending" || state.step === "unanswered" ? stepOf(event.taken) : state;
    case "refused": {
      const { code, message } = event;
      if (state.step === "checking") return { step: "unchecked", message };
      return state.step === "sending" ? { step: "checking", refusal: { code, message } } : state;
    }
    case "no-answer":
      if (state.step === "checking") return { step: "unchecked", message: event.message };
      return state.step === "sending" ? { step: "unanswered", check: state.check } : state;
    case "progress":
      return state.step === "tracking" && state.submission.id === event.submission.id && !isOver(state.submission)
        ? { step: "tracking", submission: event.submission }
        : state;
  }
}

/** Whether closing now would look like taking it back. */
export function isUnderWay({ step }: ConfirmationState<unknown>): boolean {
  return step === "sending" || step === "unanswered";
}

function stepOf(taken: Taken): ConfirmationState<never> {
  return "submission" in taken
    ? { step: "tracking", submission: taken.submission }
    : { step: "placed", placed: taken.placed };
}
