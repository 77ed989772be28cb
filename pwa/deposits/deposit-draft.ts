import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";

const KEY = "astrolabe.deposit-draft";

const Draft = v.object({ amount: v.string(), cashAppUsername: v.string(), cashAppTransactionId: v.string() });
export type DepositDraft = v.InferOutput<typeof Draft>;
const Kept = v.object({ userId: v.number(), draft: Draft });

export const EMPTY_DRAFT: DepositDraft = { amount: "", cashAppUsername: "", cashAppTransactionId: "" };
export const DRAFT_FIELDS = ["amount", "cashAppUsername", "cashAppTransactionId"] as const;

/** What this user typed and did not send; another user's is removed. */
export function readDraft(userId: number): DepositDraft {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(KEY));
  if (kept.success && kept.output.userId === userId) return kept.output.draft;
  removeStored(KEY);
  return EMPTY_DRAFT;
}

export function keepDraft(userId: number, draft: DepositDraft): void {
  if (DRAFT_FIELDS.every((field) => draft[field] === "")) removeStored(KEY);
  else writeStored(KEY, JSON.stringify({ userId, draft }));
}
