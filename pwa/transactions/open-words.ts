import { t } from "@lingui/core/macro";
import type { OpenSubmissionsOutput } from "#schemas/wallet.ts";
import { answerWords } from "#pwa/platform/language/error-words.ts";

/** Something of one's own that is not settled yet. */
export type Open = OpenSubmissionsOutput["submissions"][number];

/** Where it stands, in a sentence. */
export function standingWords({ state, message, said }: Pick<Open, "state" | "message" | "said">): string {
  switch (state) {
    case "held":
      return t`Waits for an operator's approval. The amount is kept aside until then.`;
    case "created":
      return t`Waits for its turn.`;
    case "awaiting-signature":
      return t`Waits for your own key.`;
    case "signed":
    case "submitted":
      return t`Waits for a ledger to take it in.`;
    case "expired":
      return t`It did not go through yet. It is made anew.`;
    case "ambiguous":
      return answerWords(said, message) ?? t`Being checked. Please do not send it again; an operator is looking at it.`;
    case "confirmed":
    case "failed":
      return t`Settled.`;
  }
}

/** What has no place in the list of what waits for one's own key, where `isShared` says that there is one. */
export function openBeside(open: readonly Open[], isShared: boolean): readonly Open[] {
  return isShared ? open.filter(({ state }) => state !== "awaiting-signature" && state !== "created") : open;
}
