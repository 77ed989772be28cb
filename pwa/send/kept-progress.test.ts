import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aCheck } from "./check.fixture.ts";
import { DRAFT_KEY, keepDraft, readKeptDraft } from "./kept-draft.ts";
import { countUnanswered, dropProgress, keepProgress, readProgress, readProgressOf } from "./kept-progress.ts";
import { EMPTY_DRAFT, type Payment } from "./payment.ts";
import type { Review, Submission } from "./send-state.ts";
import { type SmallStorage, stubSmallStorage } from "./small-storage.fixture.ts";

const payment: Payment = {
  to: "GANA",
  assetCode: "XLM",
  issuer: "",
  amountStroops: 125_000_000n,
  memo: "",
  memoType: "text",
  networkPassphrase: "",
  message: "For lunch",
  asClaimable: false,
};
const review: Review = { payment, check: aCheck({ usd: "1.25" }), key: "0123456789abcdef" };
const other: Review = { ...review, key: "fedcba9876543210" };
const submission: Submission = {
  id: 1,
  state: "created",
  hash: null,
  ledger: null,
  message: null,
  createdAt: "2026-05-01T10:00:00.000Z",
};
const unanswered = { kind: "unanswered", review } as const;
const tracked = { kind: "tracked", review: other, submission } as const;
/** The text that holds this confirmation. */
const placeOf = (key: string) => [...small.texts.keys()].find((place) => place.endsWith(key)) ?? "";

let small: SmallStorage;
beforeEach(() => {
  small = stubSmallStorage();
});
afterEach(() => vi.unstubAllGlobals());

test("a confirmation is there again after the page has died", () => {
  expect(keepProgress(7, unanswered)).toBe(true);
  expect(readProgress(7)).toEqual([unanswered]);
  expect(readProgressOf(7, review.key)).toEqual(unanswered);
  expect(readProgress(8)).toEqual([]);
});

test("two open screens keep theirs apart, and each forgets its own alone", () => {
  keepProgress(7, unanswered);
  keepProgress(7, tracked);
  expect(countUnanswered(7)).toBe(1);
  dropProgress(7, other.key);
  expect(readProgress(7)).toEqual([unanswered]);
  keepProgress(7, { kind: "tracked", review, submission });
  expect(countUnanswered(7)).toBe(0);
});

test("where there is no room it is said", () => {
  small.isFull = true;
  expect(keepProgress(7, unanswered)).toBe(false);
});

test("what another version of the app kept is not forgotten: it would be paid twice", () => {
  keepProgress(7, unanswered);
  const text = small.texts.get(placeOf(review.key)) ?? "";
  small.texts.set(placeOf(review.key), text.replace('"usd":"1.25",', '"later":{"than":"this"},'));
  expect(readProgress(7)).toEqual([{ ...unanswered, review: { ...review, check: { ...review.check, usd: null } } }]);
  const bare = JSON.stringify({
    kind: "unanswered",
    review: { key: review.key, payment: JSON.parse(text).review.payment },
  });
  small.texts.set(placeOf(review.key), bare);
  expect(readProgress(7)).toMatchObject([{ review: { key: review.key, payment, check: { networkFee: "0" } } }]);
});

test("what cannot be read stays, and is counted", () => {
  keepProgress(7, unanswered);
  small.texts.set(placeOf(review.key), '{"kind":"unanswered","review":{"key":"0123456789abcdef"}}');
  expect(readProgress(7)).toEqual([]);
  expect(countUnanswered(7)).toBe(1);
  expect(small.texts.size).toBe(1);
});

test("what a former version kept beside the draft is taken over, once there is room", () => {
  const stored = (of: Review) => ({ ...of, payment: { ...of.payment, amountStroops: "12.5000000" } });
  const draft = { ...EMPTY_DRAFT, to: "GANA" };
  const former = { userId: 7, draft, unanswered: stored(review), tracked: { review: stored(other), submission } };
  small.texts.set(DRAFT_KEY, JSON.stringify(former));
  small.isFull = true;
  expect(readProgress(7)).toEqual([]);
  keepDraft(7, EMPTY_DRAFT);
  small.isFull = false;
  expect(readProgress(8)).toEqual([]);
  expect(readProgress(7)).toEqual([unanswered, tracked]);
  expect(readKeptDraft(7)).toEqual(draft);
  dropProgress(7, review.key);
  dropProgress(7, other.key);
  expect(countUnanswered(7)).toBe(0);
});
