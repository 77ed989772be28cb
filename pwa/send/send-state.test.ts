import { expect, test } from "vitest";
import { isOver } from "#schemas/wallet.ts";
import { aCheck } from "./check.fixture.ts";
import {
  confirmed,
  isDoneWith,
  nextState,
  progressOf,
  resuming,
  START,
  type Review,
  type SendEvent,
  type SendState,
  type Submission,
} from "./send-state.ts";

const payment = {
  to: "GANA",
  assetCode: "XLM",
  issuer: "",
  amountStroops: 1n,
  memo: "",
  memoType: "text",
  networkPassphrase: "",
  message: "",
  asClaimable: false,
} as const;
const check = aCheck();
const submission: Submission = {
  id: 1,
  state: "created",
  hash: null,
  ledger: null,
  message: null,
  createdAt: "2026-05-01T10:00:00.000Z",
};
const review: Review = { payment, check, key: "key-1" };
const run = (...events: SendEvent[]): SendState => events.reduce(nextState, START);
const toReview: SendEvent[] = [
  { type: "look-up", payment },
  { type: "found", check, key: "key-1", before: null },
];

test("form, review, one confirmation, then tracking until it is settled", () => {
  expect(run(...toReview)).toEqual({ step: "review", review, problems: {}, notice: null });
  const tracking = run(...toReview, { type: "confirm" }, { type: "accepted", submission });
  expect(tracking).toEqual({ step: "tracking", review, submission });
  const confirmed: Submission = { ...submission, state: "confirmed", ledger: 7 };
  const done = nextState(tracking, { type: "progress", submission: confirmed });
  expect(done).toEqual({ step: "tracking", review, submission: confirmed });
  expect(isOver(confirmed)).toBe(true);
  expect(nextState(done, { type: "progress", submission })).toBe(done);
});

test("a second tap changes nothing", () => {
  const sending = run(...toReview, { type: "confirm" });
  expect(nextState(sending, { type: "confirm" })).toBe(sending);
  expect(nextState(sending, { type: "back" })).toBe(sending);
});

test("without an answer the same key is kept for the next try", () => {
  const unanswered = run(...toReview, { type: "confirm" }, { type: "no-answer", message: "" });
  expect(unanswered).toMatchObject({ step: "unanswered", review: { key: "key-1" } });
  expect(nextState(unanswered, { type: "confirm" })).toEqual({ step: "sending", review, wasUnanswered: true });
});

test("once a confirmation went unanswered, no refusal makes its key be forgotten", () => {
  const asked = run(...toReview, { type: "confirm" }, { type: "no-answer", message: "" }, { type: "confirm" });
  for (const code of ["session-required", "rate-limited", "client-outdated", "account-frozen", "balance-too-low"]) {
    const still = nextState(asked, { type: "refused", code, message: "No." });
    expect(still).toEqual({ step: "unanswered", review, problems: {}, notice: "No." });
    expect(progressOf(still)).toEqual({ kind: "unanswered", review });
  }
  const wrong = nextState(asked, { type: "refused", code: "password-wrong", message: "No." });
  expect(wrong).toEqual({ step: "unanswered", review, problems: { password: "No." }, notice: null });
  const risen = nextState(asked, { type: "renewed", check: aCheck({ networkFee: "0.0000200" }), message: "Risen." });
  expect(risen).toMatchObject({ step: "unanswered", review: { key: "key-1" }, notice: "Risen." });
  expect(nextState(asked, { type: "accepted", submission })).toMatchObject({ step: "tracking" });
});

test("a confirmation is made only of what is still shown", () => {
  const shown = run(...toReview);
  expect(confirmed(shown, "key-1")).toEqual({ step: "sending", review, wasUnanswered: false });
  expect(confirmed(shown, "key-0")).toBeNull();
  expect(confirmed(nextState(shown, { type: "back" }), "key-1")).toBeNull();
  expect(confirmed(nextState(shown, { type: "confirm" }), "key-1")).toBeNull();
  expect(confirmed(null, "key-1")).toBeNull();
  const refusals = [{ code: "kyc-required", message: "Verify." }];
  const refused = run(
    { type: "look-up", payment },
    { type: "found", check: aCheck({ refusals }), key: "key-1", before: null },
  );
  expect(confirmed(refused, "key-1")).toBeNull();
});

test("what the device cannot remember is not sent", () => {
  const shown = run(...toReview, { type: "not-kept", message: "Full." });
  expect(shown).toEqual({ step: "review", review, problems: {}, notice: "Full." });
  expect(progressOf(shown)).toBeNull();
});

test("a refusal returns to the field it concerns", () => {
  const refuse = (code: string) => run(...toReview, { type: "confirm" }, { type: "refused", code, message: "No." });
  expect(refuse("password-wrong")).toMatchObject({ step: "review", problems: { password: "No." } });
  expect(refuse("balance-too-low")).toEqual({ step: "form", problems: { amount: "No." }, notice: null });
  expect(refuse("server-error")).toMatchObject({ step: "review", notice: "No." });
});

test("what stands against a payment is shown first, and then at its fields", () => {
  const refusals = [
    { code: "kyc-required", message: "Verify." },
    { code: "balance-too-low", message: "Too little." },
    { code: "limit-exceeded", message: "Too much." },
  ];
  const refused = run(
    { type: "look-up", payment },
    { type: "found", check: aCheck({ refusals }), key: "key-1", before: null },
  );
  expect(refused).toMatchObject({ step: "review", review: { check: { refusals } } });
  expect(nextState(refused, { type: "confirm" })).toBe(refused);
  const back = nextState(refused, { type: "back" });
  expect(back).toEqual({
    step: "form",
    problems: { amount: "Too little." },
    notice: "Please verify your identity first: what you want to do needs it here.",
  });
});

test("a payment that is to be set aside is checked and shown anew", () => {
  const refusals = [{ code: "recipient-trustline-missing", message: "No line." }];
  const refused = run(
    { type: "look-up", payment },
    { type: "found", check: aCheck({ refusals }), key: "key-1", before: null },
  );
  const asked = nextState(refused, { type: "set-aside" });
  expect(asked).toEqual({ step: "looking-up", payment: { ...payment, asClaimable: true } });
  expect(nextState(asked, { type: "found", check, key: "key-2", before: null })).toMatchObject({
    step: "review",
    review: { payment: { asClaimable: true }, key: "key-2" },
  });
});

test("what no longer holds is shown anew before another confirmation", () => {
  const risen = aCheck({ networkFee: "0.0000200" });
  const renewed: SendEvent = { type: "renewed", check: risen, message: "Risen." };
  expect(run(...toReview, renewed)).toEqual(run(...toReview));
  const shown = run(...toReview, { type: "confirm" }, renewed);
  expect(shown).toEqual({ step: "review", review: { ...review, check: risen }, problems: {}, notice: "Risen." });
  expect(nextState(shown, { type: "confirm" })).toMatchObject({
    step: "sending",
    review: { key: "key-1" },
  });
});

test("an answer that comes after going back is dropped", () => {
  expect(run({ type: "look-up", payment }, { type: "back" }, { type: "found", check, key: "late", before: null })).toBe(
    START,
  );
});

test("a payment that is being followed is followed again after a reload, until it is settled", () => {
  const tracking = run(...toReview, { type: "confirm" }, { type: "accepted", submission });
  const progress = { kind: "tracked", review, submission } as const;
  expect(progressOf(tracking)).toEqual(progress);
  expect(nextState(START, resuming(progress))).toEqual(tracking);
  const settled = nextState(tracking, { type: "progress", submission: { ...submission, state: "confirmed" } });
  expect(progressOf(settled)).toBeNull();
});

test("a payment that expired is made again by the server: it is followed on, and no other is begun meanwhile", () => {
  const expired: Submission = { ...submission, state: "expired" };
  const tracking = run(...toReview, { type: "confirm" }, { type: "accepted", submission: expired });
  expect(isOver(expired)).toBe(false);
  expect(isDoneWith(expired)).toBe(false);
  expect(progressOf(tracking)).toMatchObject({ kind: "tracked", submission: expired });
  const again: Submission = { ...submission, state: "signed" };
  expect(nextState(tracking, { type: "progress", submission: again })).toMatchObject({ submission: again });
});

test("a confirmation under way is asked for again where the page died meanwhile", () => {
  const progress = progressOf(run(...toReview, { type: "confirm" }));
  expect(progress).toEqual({ kind: "unanswered", review });
  if (progress === null) throw new Error("nothing is kept");
  expect(nextState(START, resuming(progress))).toEqual({ step: "unanswered", review, problems: {}, notice: null });
});

test("a payment whose end is in doubt does not keep others from being made", () => {
  expect(isDoneWith({ ...submission, state: "ambiguous" })).toBe(true);
  expect(isDoneWith({ ...submission, state: "submitted" })).toBe(false);
});

test("a payment that was given up without an answer, and was taken, is said before another is confirmed", () => {
  const before = "The server has it.";
  expect(run({ type: "look-up", payment }, { type: "found", check, key: "key-2", before })).toMatchObject({
    step: "review",
    notice: before,
  });
});

test("what was said of a field goes with its text, and of the amount with its asset; the rest stands", () => {
  const wrong = run({ type: "refused-form", problems: { to: "Nobody", amount: "Too much" } });
  const after = (...fields: string[]) => nextState(wrong, { type: "edited", fields });
  expect(after("amount")).toEqual({ step: "form", problems: { to: "Nobody" }, notice: null });
  expect(after("asset")).toEqual({ step: "form", problems: { to: "Nobody" }, notice: null });
  expect(after("memo")).toEqual(wrong);
  expect(nextState(run(...toReview), { type: "edited", fields: ["amount"] })).toEqual(run(...toReview));
});
