import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { MemoType } from "#schemas/memo.ts";
import { Amount, formatAmount, parseAmount } from "#schemas/money.ts";
import { SendCheckOutput, SubmissionOutput } from "#schemas/wallet.ts";
import { EMPTY_DRAFT, type SendDraft } from "./payment.ts";
import type { KeptProgress, Review } from "./send-state.ts";
import { StoredDraft } from "./stored-draft.ts";

const DRAFT_KEY = "astrolabe.send-draft";

const StoredReview = v.object({
  key: v.string(),
  // A confirmation without an answer has to outlive an update of the app: what an older version did not keep is left out.
  check: v.strictObject({ ...SendCheckOutput.entries, usd: v.optional(SendCheckOutput.entries.usd, null) }),
  payment: v.object({
    to: v.string(),
    assetCode: v.string(),
    issuer: v.string(),
    memo: v.string(),
    memoType: v.optional(MemoType, "text"),
    networkPassphrase: v.optional(v.string(), ""),
    asClaimable: v.optional(v.boolean(), false),
    amountStroops: v.pipe(Amount, v.transform(parseAmount)),
  }),
});
const Kept = v.object({
  userId: v.number(),
  draft: StoredDraft,
  unanswered: v.nullable(StoredReview),
  tracked: v.nullable(v.object({ review: StoredReview, submission: SubmissionOutput.entries.submission })),
});

/** What the device keeps between visits of the send screen. A password is never part of it. */
export interface KeptSend extends KeptProgress {
  readonly draft: SendDraft;
}

/** What this user left; another user's is removed. */
export function readKeptSend(userId: number): KeptSend {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(DRAFT_KEY));
  if (stored.success && stored.output.userId === userId) {
    const { draft, unanswered, tracked } = stored.output;
    return { draft, unanswered, tracked };
  }
  removeStored(DRAFT_KEY);
  return { draft: EMPTY_DRAFT, unanswered: null, tracked: null };
}

export function keepSend(userId: number, { draft, unanswered, tracked }: KeptSend): void {
  const isProgressing = unanswered !== null || tracked !== null;
  if (!isProgressing && draft.to === "" && draft.amount === "" && draft.memo === "") return removeStored(DRAFT_KEY);
  const kept = {
    userId,
    draft,
    unanswered: unanswered && storedReview(unanswered),
    tracked: tracked && { review: storedReview(tracked.review), submission: tracked.submission },
  };
  writeStored(DRAFT_KEY, JSON.stringify(kept));
}

/** JSON has no bigint. */
function storedReview({ payment, ...review }: Review) {
  return { ...review, payment: { ...payment, amountStroops: formatAmount(payment.amountStroops) } };
}
