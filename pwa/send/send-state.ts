import { isOver, type SendCheckOutput } from "#schemas/wallet.ts";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { fieldOfError, type Payment, type SendProblems } from "./payment.ts";

export type { Submission };

/** What is shown before the one confirmation: the payment, and what the server says of it. `key` names this confirmation to the server, over all its retries. */
export interface Review {
  readonly payment: Payment;
  readonly check: SendCheckOutput;
  readonly key: string;
}

/** Where a send stands. */
export type SendState =
  | { readonly step: "form"; readonly problems: SendProblems; readonly notice: string | null }
  | { readonly step: "looking-up"; readonly payment: Payment }
  | {
      readonly step: "review";
      readonly review: Review;
      readonly problems: SendProblems;
      readonly notice: string | null;
    }
  | { readonly step: "sending"; readonly review: Review; readonly wasUnanswered: boolean }
  /** The call got no answer: the server may have the payment. Only the same key may be tried again. */
  | {
      readonly step: "unanswered";
      readonly review: Review;
      readonly problems: SendProblems;
      /** Why the last try did not tell. */
      readonly notice: string | null;
    }
  | { readonly step: "tracking"; readonly review: Review; readonly submission: Submission };

export type SendEvent =
  | { readonly type: "refused-form"; readonly problems: SendProblems }
  /** These fields were typed in anew: what was said of them before is of another text. */
  | { readonly type: "edited"; readonly fields: readonly string[] }
  | { readonly type: "look-up"; readonly payment: Payment }
  | {
      readonly type: "found";
      readonly check: SendCheckOutput;
      readonly key: string;
      /** What was given up without an answer, and was taken all the same. */
      readonly before: string | null;
    }
  /** The person wants to have it set aside, the recipient not being able to hold it yet. */
  | { readonly type: "set-aside" }
  | { readonly type: "back" }
  | { readonly type: "confirm" }
  /** The device could not remember the confirmation, so it was not made. */
  | { readonly type: "not-kept"; readonly message: string }
  | { readonly type: "accepted"; readonly submission: Submission }
  | { readonly type: "refused"; readonly code: string; readonly message: string }
  /** Nothing was sent, because what was shown no longer holds; `check` does. */
  | { readonly type: "renewed"; readonly check: SendCheckOutput; readonly message: string }
  | { readonly type: "no-answer"; readonly message: string }
  | { readonly type: "resume"; readonly review: Review }
  | { readonly type: "follow"; readonly review: Review; readonly submission: Submission }
  | { readonly type: "progress"; readonly submission: Submission }
  | { readonly type: "restart" };

/** What of a confirmed payment has to outlive the page. */
export type Progress =
  /** No answer came yet, or never will; its key must be used again before anything else is believed. */
  | { readonly kind: "unanswered"; readonly review: Review }
  /** The server took it, and it is not settled yet. */
  | { readonly kind: "tracked"; readonly review: Review; readonly submission: Submission };

export const START: SendState = { step: "form", problems: {}, notice: null };

/** An event that does not belong to the current step changes nothing, so that a second tap or a late answer is harmless. */
export function nextState(state: SendState, event: SendEvent): SendState {
  switch (event.type) {
    case "refused-form":
      return state.step === "form" || state.step === "looking-up"
        ? { step: "form", problems: event.problems, notice: null }
        : state;
    case "edited":
      return state.step === "form" ? { ...state, problems: withoutFields(state.problems, event.fields) } : state;
    case "look-up":
      return state.step === "form" ? { step: "looking-up", payment: event.payment } : state;
    case "found":
      return state.step === "looking-up"
        ? {
            step: "review",
            review: { payment: state.payment, check: event.check, key: event.key },
            problems: {},
            notice: event.before,
          }
        : state;
    case "set-aside":
      return state.step === "review"
        ? { step: "looking-up", payment: { ...state.review.payment, asClaimable: true } }
        : state;
    case "back":
      if (state.step === "review") return formWith(state.review.check.refusals);
      return state.step === "looking-up" || state.step === "unanswered" ? START : state;
    case "confirm":
      if (state.step === "review" && state.review.check.refusals.length > 0) return state;
      return state.step === "review" || state.step === "unanswered"
        ? { step: "sending", review: state.review, wasUnanswered: state.step === "unanswered" }
        : state;
    case "not-kept":
      return state.step === "review" ? { ...state, problems: {}, notice: event.message } : state;
    case "accepted":
      return state.step === "sending"
        ? { step: "tracking", review: state.review, submission: event.submission }
        : state;
    case "refused":
      return refused(state, event.code, event.message);
    case "renewed":
      return state.step === "sending"
        ? {
            step: state.wasUnanswered ? "unanswered" : "review",
            review: { ...state.review, check: event.check },
            problems: {},
            notice: event.message,
          }
        : state;
    case "no-answer":
      if (state.step === "sending") return { step: "unanswered", review: state.review, problems: {}, notice: null };
      return state.step === "looking-up" ? { step: "form", problems: {}, notice: event.message } : state;
    case "resume":
      return state.step === "form" ? { step: "unanswered", review: event.review, problems: {}, notice: null } : state;
    case "follow":
      return state.step === "form" ? { step: "tracking", review: event.review, submission: event.submission } : state;
    case "progress":
      return state.step === "tracking" && isProgress(state.submission, event.submission)
        ? { ...state, submission: event.submission }
        : state;
    case "restart":
      return START;
  }
}

/** Whether another payment may be begun: nothing more is about to happen to this one within seconds. */
export function isDoneWith(submission: Submission): boolean {
  return isOver(submission) || ["ambiguous", "held", "awaiting-signature"].includes(submission.state);
}

/** What confirming `key` now makes of the present state; null where that confirmation is no longer to be made. */
export function confirmed(present: SendState | null, key: string): Extract<SendState, { step: "sending" }> | null {
  if (present === null || (present.step !== "review" && present.step !== "unanswered")) return null;
  const next = nextState(present, { type: "confirm" });
  return next.step === "sending" && next.review.key === key ? next : null;
}

/** How what this device has kept of a payment is gone on with. */
export function resuming(progress: Progress): SendEvent {
  const { review } = progress;
  return progress.kind === "unanswered"
    ? { type: "resume", review }
    : { type: "follow", review, submission: progress.submission };
}

/** What of a send has to outlive the page; null where nothing. */
export function progressOf(state: SendState): Progress | null {
  if (state.step === "sending" || state.step === "unanswered") return { kind: "unanswered", review: state.review };
  return state.step === "tracking" && !isOver(state.submission)
    ? { kind: "tracked", review: state.review, submission: state.submission }
    : null;
}

/**
 * After a confirmation without an answer no refusal says that nothing was taken: it may have been given before the key was
 * looked up, or while the first call was still under way. Only the person, who has looked, gives the key up.
 */
function refused(state: SendState, code: string, message: string): SendState {
  if (state.step === "looking-up") return formWith([{ code, message }]);
  if (state.step !== "sending") return state;
  const { review, wasUnanswered } = state;
  const field = fieldOfError(code);
  const isOfCredentials = field === "password" || field === "code";
  if (field !== null && !isOfCredentials && !wasUnanswered) return formWith([{ code, message }]);
  return {
    step: wasUnanswered ? "unanswered" : "review",
    review,
    problems: isOfCredentials ? { [field]: message } : {},
    notice: isOfCredentials ? null : message,
  };
}

/** The form with each refusal at its field, the first one where a field has several; the others above it. */
function formWith(refusals: SendCheckOutput["refusals"]): SendState {
  const problems: SendProblems = {};
  const others: string[] = [];
  for (const refusal of refusals) {
    const field = fieldOfError(refusal.code);
    const words = refusalWords(refusal);
    if (field === null) others.push(words);
    else problems[field] ??= words;
  }
  return { step: "form", problems, notice: others.length === 0 ? null : others.join(" ") };
}

/** A late poll must not take a settled payment back to an earlier state. */
function isProgress(known: Submission, seen: Submission): boolean {
  return known.id === seen.id && !isOver(known);
}

/** What may be paid is of an asset: another one is another question. */
function withoutFields(problems: SendProblems, fields: readonly string[]): SendProblems {
  const isEdited = (field: string) => fields.includes(field) || (field === "amount" && fields.includes("asset"));
  const left = Object.entries(problems).filter(([field]) => !isEdited(field));
  return left.length === Object.keys(problems).length ? problems : Object.fromEntries(left);
}
