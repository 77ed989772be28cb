import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";

const KEY = "astrolabe.deposit-draft";

const Draft = v.object({ amount: v.string(), cashAppUsername: v.string(), cashAppTransactionId: v.string() });
export type DepositDraft = v.InferOutput<typeof Draft>;
const Kept = v.object({ draft: Draft });

export const EMPTY_DRAFT: DepositDraft = { amount: "", cashAppUsername: "", cashAppTransactionId: "" };
export const DRAFT_FIELDS = ["amount", "cashAppUsername", "cashAppTransactionId"] as const;

/** What this user typed and did not send. */
export function readDraft(userId: number): DepositDraft {
  return keptText(KEY, Kept, userId).read()?.draft ?? EMPTY_DRAFT;
}

export function keepDraft(userId: number, draft: DepositDraft): void {
  const text = keptText(KEY, Kept, userId);
  if (DRAFT_FIELDS.every((field) => draft[field] === "")) text.drop();
  else text.keep({ draft });
}
