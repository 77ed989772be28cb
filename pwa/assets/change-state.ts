import type { SubmissionOutput } from "#schemas/wallet.ts";
import type { TrustlineCheckOutput } from "#schemas/trustlines.ts";

export type Submission = SubmissionOutput["submission"];

/** Where the adding or removing of an asset stands. */
export type ChangeState =
  /** `notice` is why a confirmation was refused just now. */
  | { readonly step: "checking"; readonly notice: string | null }
  /** It could not be found out what it takes. */
  | { readonly step: "unchecked"; readonly message: string }
  | { readonly step: "review"; readonly check: TrustlineCheckOutput; readonly notice: string | null }
  | { readonly step: "sending"; readonly check: TrustlineCheckOutput }
  /** The call got no answer: the server may have taken it. Only the same key may be tried again. */
  | { readonly step: "unanswered"; readonly check: TrustlineCheckOutput }
  | { readonly step: "tracking"; readonly submission: Submission };

export type ChangeEvent =
  | { readonly type: "check" }
  | { readonly type: "checked"; readonly check: TrustlineCheckOutput }
  | { readonly type: "confirm" }
  | { readonly type: "accepted"; readonly submission: Submission }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "no-answer"; readonly message: string }
  | { readonly type: "progress"; readonly submission: Submission };

export const CHECKING: ChangeState = { step: "checking", notice: null };

/** An event that does not belong to the current step changes nothing, so that a second tap or a late answer is harmless. */
export function nextChange(state: ChangeState, event: ChangeEvent): ChangeState {
  switch (event.type) {
    case "check":
      return state.step === "unchecked" ? CHECKING : state;
    case "checked":
      return state.step === "checking" ? { step: "review", check: event.check, notice: state.notice } : state;
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
