import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { CASH_APP } from "#schemas/deposits.ts";

const KEY = "astrolabe.deposit-draft";

const Draft = v.object({ amount: v.string(), cashAppUsername: v.string(), cashAppTransactionId: v.string() });
export type DepositDraft = v.InferOutput<typeof Draft>;
const Kept = v.object({ draft: Draft });

export const EMPTY_DRAFT: DepositDraft = { amount: "", cashAppUsername: "", cashAppTransactionId: "" };
export const DRAFT_FIELDS = ["amount", "cashAppUsername", "cashAppTransactionId"] as const;

/** Cash App's stands where it stood when there was nothing else. */
function draftText(userId: number, methodName: string) {
  return keptText(methodName === CASH_APP ? KEY : `${KEY}.${methodName}`, Kept, userId);
}

/** What this user typed of a payment by this way, and did not send. */
export function readDraft(userId: number, methodName: string): DepositDraft {
  return draftText(userId, methodName).read()?.draft ?? EMPTY_DRAFT;
}

export function keepDraft(userId: number, methodName: string, draft: DepositDraft): void {
  const text = draftText(userId, methodName);
  if (DRAFT_FIELDS.every((field) => draft[field] === "")) text.drop();
  else text.keep({ draft });
}
