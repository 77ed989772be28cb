import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { readStored, removeStored, storedKeys, writeStored } from "#pwa/platform/device/storage.ts";
import { MemoType } from "#schemas/values/memo.ts";
import { PayMessage } from "#schemas/values/pay-message.ts";
import { Amount, formatAmount, parseAmount } from "#schemas/values/money.ts";
import { SendCheckOutput, SubmissionOutput } from "#schemas/wallet.ts";
import { DRAFT_KEY } from "./kept-draft.ts";
import type { Progress, Review } from "./send-state.ts";

const { entries: checked } = SendCheckOutput;

/**
 * A confirmation without an answer has to outlive an update of the app, so nothing of what was shown is insisted on. Where
 * what it may cost was not kept, nothing beyond the amount is agreed to, and the server says what it costs now.
 */
const StoredCheck = v.object({
  recipient: v.fallback(v.object(checked.recipient.entries), { address: "", username: null, exists: true }),
  lookAlikes: v.fallback(checked.lookAlikes, []),
  memo: v.fallback(checked.memo, ""),
  memoType: v.fallback(checked.memoType, "text"),
  isMemoFixed: v.fallback(checked.isMemoFixed, false),
  networkFee: v.fallback(checked.networkFee, "0"),
  isFeeSponsored: v.fallback(checked.isFeeSponsored, false),
  operatorFee: v.fallback(checked.operatorFee, null),
  comingFees: v.fallback(checked.comingFees, undefined),
  setAside: v.fallback(checked.setAside, null),
  usd: v.fallback(checked.usd, null),
  total: v.fallback(checked.total, []),
  left: v.fallback(checked.left, []),
  needsPassword: v.fallback(checked.needsPassword, true),
  needsSecondFactor: v.fallback(checked.needsSecondFactor, false),
  needsApproval: v.fallback(checked.needsApproval, false),
  // What stood against it was shown, and it could not be confirmed.
  refusals: v.fallback(checked.refusals, []),
});

const StoredReview = v.object({
  key: v.string(),
  check: v.fallback(StoredCheck, () => v.parse(StoredCheck, {})),
  payment: v.object({
    to: v.string(),
    assetCode: v.string(),
    issuer: v.string(),
    memo: v.string(),
    memoType: v.fallback(MemoType, "text"),
    networkPassphrase: v.fallback(v.string(), ""),
    message: v.fallback(PayMessage, ""),
    asClaimable: v.fallback(v.boolean(), false),
    amountStroops: v.pipe(Amount, v.transform(parseAmount)),
  }),
});

const StoredProgress = v.variant("kind", [
  v.object({ kind: v.literal("unanswered"), review: StoredReview }),
  v.object({
    kind: v.literal("tracked"),
    review: StoredReview,
    submission: v.object(SubmissionOutput.entries.submission.entries),
  }),
]);

/** One text for each confirmation, so that two open screens never write over each other's. */
function prefixOf(userId: number): string {
  return `astrolabe.send-progress.${userId}.`;
}

/** What this device knows of the user's confirmed payments that are not settled. What cannot be read stays where it is. */
export function readProgress(userId: number): readonly Progress[] {
  moveFormer(userId);
  return storedKeys(prefixOf(userId)).flatMap((place) => {
    const progress = readAt(place);
    return progress === null ? [] : [progress];
  });
}

export function readProgressOf(userId: number, key: string): Progress | null {
  return readAt(prefixOf(userId) + key);
}

/** Payments of which nobody here knows whether they were taken, those that cannot be read included. */
export function countUnanswered(userId: number): number {
  moveFormer(userId);
  return storedKeys(prefixOf(userId)).filter((place) => readAt(place)?.kind !== "tracked").length;
}

/** Keeps it under its own key; false where this device could not. */
export function keepProgress(userId: number, progress: Progress): boolean {
  const stored = { ...progress, review: storedReview(progress.review) };
  return writeStored(prefixOf(userId) + progress.review.key, JSON.stringify(stored));
}

/** Forgets it: it is settled, was refused, or the person gave it up. */
export function dropProgress(userId: number, key: string): void {
  removeStored(prefixOf(userId) + key);
}

function readAt(place: string): Progress | null {
  return keptText(place, StoredProgress, null).read();
}

/** JSON has no bigint. */
function storedReview({ payment, ...review }: Review) {
  return { ...review, payment: { ...payment, amountStroops: formatAmount(payment.amountStroops) } };
}

const Keyed = v.looseObject({ key: v.string() });
/** What versions of the app kept together with the draft, before each confirmation had a text of its own. */
const Former = v.looseObject({
  userId: v.number(),
  unanswered: v.nullish(Keyed),
  tracked: v.nullish(v.object({ review: Keyed, submission: v.unknown() })),
});

/** Gives what a former version left its own text. Where there is no room for that it stays, and is moved the next time. */
function moveFormer(userId: number): void {
  const text = readStored(DRAFT_KEY);
  const former = v.safeParse(v.pipe(v.string(), v.parseJson(), Former), text);
  if (!former.success || former.output.userId !== userId) return;
  const { unanswered, tracked, ...rest } = former.output;
  const found = [
    ...(unanswered ? [{ kind: "unanswered", review: unanswered }] : []),
    ...(tracked ? [{ kind: "tracked", ...tracked }] : []),
  ];
  const isMoved = found.every((progress) =>
    writeStored(prefixOf(userId) + progress.review.key, JSON.stringify(progress)),
  );
  if (found.length > 0 && isMoved) writeStored(DRAFT_KEY, JSON.stringify(rest));
}
