import type { SubmissionOutput } from "#schemas/wallet.ts";

export type Submission = SubmissionOutput["submission"];

/** Where a confirmed change of one's account stands: looked at as a `Check` before it is confirmed. */
export type ConfirmationState<Check> =
  /** `notice` is why a confirmation was refused just now; `before` what was confirmed earlier without an answer, and was taken. */
  | { readonly step: "checking"; readonly notice: string | null }
  /** It could not be found out what it takes. */
  | { readonly step: "unchecked"; readonly message: string }
  | { readonly step: "review"; readonly check: Check; readonly notice: string | null; readonly before: string | null }
  | { readonly step: "sending"; readonly check: Check }
  /** The call got no answer: the server may have taken it. Only the same key may be tried again. */
  | { readonly step: "unanswered"; readonly check: Check }
  | { readonly step: "tracking"; readonly submission: Submission };

export type ConfirmationEvent<Check> =
  | { readonly type: "check" }
  | { readonly type: "checked"; readonly check: Check; readonly before: string | null }
  | { readonly type: "confirm" }
  | { readonly type: "accepted"; readonly submission: Submission }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "no-answer"; readonly message: string }
  | { readonly type: "progress"; readonly submission: Submission };

export const CHECKING = { step: "checking", notice: null } as const;

/** An event that does not belong to the current step changes nothing, so that a second tap or a late answer is harmless. */
export function nextConfirmation<Check>(
  state: ConfirmationState<Check>,
  event: ConfirmationEvent<Check>,
): ConfirmationState<Check> {
  switch (event.type) {
    case "check":
      return state.step === "unchecked" ? CHECKING : state;
    case "checked":
      return state.step === "checking"
        ? { step: "review", check: event.check, notice: state.notice, before: event.before }
        : state;
    case "confirm":
      return state.step === "review" || state.step === "unanswered" ? { step: "sending", check: state.check } : state;
    case "accepted":
      return state.step === "sending" ? { step: "tracking", submission: event.submission } : state;
    case "refused":
      if (state.step === "checking") return { step: "unchecked", message: event.message };
      return state.step === "sending" ? { step: "checking", notice: event.message } : state;
    case "no-answer":
      if (state.step === "checking") return { step: "unchecked", message: event.message };
      return state.step === "sending" ? { step: "unanswered", check: state.check } : state;
    case "progress":
      return state.step === "tracking" && state.submission.id === event.submission.id && !isOver(state.submission)
        ? { step: "tracking", submission: event.submission }
        : state;
  }
}

/** Whether nothing more will happen to it by itself. */
export function isOver({ state }: Submission): boolean {
  return state === "confirmed" || state === "failed";
}
