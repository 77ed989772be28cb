import { t } from "@lingui/core/macro";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { answerWords } from "#pwa/platform/language/error-words.ts";

/** How a kind of change is told: "Swapped", "Not swapped", "Swapping". */
export interface OutcomeVerbs {
  readonly done: string;
  /** "Swapped in ledger 1234". */
  readonly doneIn: (ledger: number) => string;
  readonly notDone: string;
  readonly doing: string;
  /** What is so once it is done. */
  readonly doneText: string;
}

/** What became of a confirmed trade, in a line and a sentence. */
export function outcomeWords(
  verbs: OutcomeVerbs,
  { state, ledger, message: english, said }: Submission,
  isOnline: boolean,
) {
  const message = answerWords(said, english);
  switch (state) {
    case "confirmed":
      return { title: ledger === null ? verbs.done : verbs.doneIn(ledger), text: verbs.doneText };
    case "failed":
      return { title: verbs.notDone, text: message ?? t`The network refused it. What you hold is what it was.` };
    case "awaiting-signature":
      return {
        title: t`Waiting for your own key`,
        text: t`Sign it with the key that you hold: what waits for it stands above your transactions.`,
      };
    case "held":
      return {
        title: t`Waiting for approval`,
        text: t`The operators look at it first. The amount is kept aside until then.`,
      };
    case "ambiguous":
      return {
        title: t`Being checked`,
        text:
          message ??
          t`What became of this is not certain yet. Please do not do it again; an operator is looking at it.`,
      };
    case "expired":
      return {
        title: t`Not through in time`,
        text: t`The network did not take it in time. It is made anew and sent; the result appears here.`,
      };
    case "created":
    case "signed":
    case "submitted":
      return {
        title: verbs.doing,
        text: isOnline
          ? t`Waiting for the ledger to close, a few seconds at most.`
          : t`You are offline. The server carries on, and the result appears once you are connected.`,
      };
  }
}
