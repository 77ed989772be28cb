import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { EMPTY_DRAFT, type SendDraft } from "./payment.ts";
import { StoredDraft } from "./stored-draft.ts";

export const DRAFT_KEY = "astrolabe.send-draft";

const Kept = v.object({ userId: v.number(), draft: StoredDraft });

/** What this user typed and did not send. A password is never part of it. */
export function readKeptDraft(userId: number): SendDraft {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(DRAFT_KEY));
  return stored.success && stored.output.userId === userId ? stored.output.draft : EMPTY_DRAFT;
}

/** What a former version kept here beside the draft: a confirmation that did not fit elsewhere yet. */
const FORMER_PROGRESS = /"(?:unanswered|tracked)":\{/;

/** False where this device has no room for it. */
export function keepDraft(userId: number, draft: SendDraft): boolean {
  if (FORMER_PROGRESS.test(readStored(DRAFT_KEY) ?? "")) return true;
  if (draft.to !== "" || draft.amount !== "" || draft.memo !== "")
    return writeStored(DRAFT_KEY, JSON.stringify({ userId, draft }));
  removeStored(DRAFT_KEY);
  return true;
}
