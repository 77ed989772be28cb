import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { readStored } from "#pwa/platform/device/storage.ts";
import { EMPTY_DRAFT, type SendDraft } from "./payment.ts";
import { StoredDraft } from "./stored-draft.ts";

export const DRAFT_KEY = "astrolabe.send-draft";

const Kept = v.object({ draft: StoredDraft });

/** What this user typed and did not send. A password is never part of it. */
export function readKeptDraft(userId: number): SendDraft {
  return keptText(DRAFT_KEY, Kept, userId).read()?.draft ?? EMPTY_DRAFT;
}

/** What a former version kept here beside the draft: a confirmation that did not fit elsewhere yet. */
const FORMER_PROGRESS = /"(?:unanswered|tracked)":\{/;

/** False where this device has no room for it. */
export function keepDraft(userId: number, draft: SendDraft): boolean {
  if (FORMER_PROGRESS.test(readStored(DRAFT_KEY) ?? "")) return true;
  const text = keptText(DRAFT_KEY, Kept, userId);
  if (draft.to !== "" || draft.amount !== "" || draft.memo !== "") return text.keep({ draft });
  text.drop();
  return true;
}
