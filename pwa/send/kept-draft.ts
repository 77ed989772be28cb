import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { Amount, formatAmount, parseAmount } from "#schemas/money.ts";
import { RecipientOutput } from "#schemas/wallet.ts";
import { EMPTY_DRAFT, type SendDraft } from "./payment.ts";
import type { Review } from "./send-state.ts";

const DRAFT_KEY = "astrolabe.send-draft";

const Draft = v.object({ to: v.string(), asset: v.string(), amount: v.string(), memo: v.string() });
const StoredReview = v.object({
  key: v.string(),
  recipient: RecipientOutput,
  payment: v.object({
    to: v.string(),
    assetCode: v.string(),
    issuer: v.string(),
    memo: v.string(),
    amountStroops: v.pipe(Amount, v.transform(parseAmount)),
  }),
});
const Kept = v.object({ userId: v.number(), draft: Draft, unanswered: v.nullable(StoredReview) });

/** What the device keeps between visits of the send screen. A password is never part of it. */
export interface KeptSend {
  readonly draft: SendDraft;
  /** A confirmation whose answer never came; its key must be used again before anything else is believed. */
  readonly unanswered: Review | null;
}

/** What this user left; another user's is removed. */
export function readKeptSend(userId: number): KeptSend {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(DRAFT_KEY));
  if (stored.success && stored.output.userId === userId)
    return { draft: stored.output.draft, unanswered: stored.output.unanswered };
  removeStored(DRAFT_KEY);
  return { draft: EMPTY_DRAFT, unanswered: null };
}

export function keepSend(userId: number, { draft, unanswered }: KeptSend): void {
  const isEmpty = unanswered === null && draft.to === "" && draft.amount === "" && draft.memo === "";
  if (isEmpty) return removeStored(DRAFT_KEY);
  const stored = unanswered && {
    ...unanswered,
    payment: { ...unanswered.payment, amountStroops: formatAmount(unanswered.payment.amountStroops) },
  };
  writeStored(DRAFT_KEY, JSON.stringify({ userId, draft, unanswered: stored }));
}
