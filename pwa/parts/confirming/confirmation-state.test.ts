import { expect, test } from "vitest";
import type { TrustlineCheckOutput } from "#schemas/trustlines.ts";
import {
  CHECKING,
  type ConfirmationEvent,
  type ConfirmationState,
  isUnderWay,
  nextConfirmation,
  type Submission,
} from "./confirmation-state.ts";

const check: TrustlineCheckOutput = {
  left: [],
  networkFee: "0.0000100",
  isFeeSponsored: false,
  reserve: "0.5000000",
  refusals: [],
};
const submission: Submission = {
  id: 7,
  state: "created",
  hash: null,
  ledger: null,
  message: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};
const after = (...events: ConfirmationEvent<TrustlineCheckOutput>[]) =>
  events.reduce<ConfirmationState<TrustlineCheckOutput>>(nextConfirmation, CHECKING);

test("a change is checked, confirmed once, and followed to its end", () => {
  const taken = after(
    { type: "checked", check, before: null },
    { type: "confirm" },
    { type: "confirm" },
    { type: "taken", taken: { submission } },
  );
  expect(taken).toEqual({ step: "tracking", submission });
  const done: Submission = { ...submission, state: "confirmed", ledger: 9 };
  const confirmed = nextConfirmation(taken, { type: "progress", submission: done });
  expect(confirmed).toEqual({ step: "tracking", submission: done });
  expect(nextConfirmation(confirmed, { type: "progress", submission })).toBe(confirmed);
  expect(nextConfirmation(taken, { type: "progress", submission: { ...done, id: 8 } })).toBe(taken);
});

test("without an answer only the same confirmation can be asked again; a refusal asks anew what it takes", () => {
  const lost = after(
    { type: "checked", check, before: null },
    { type: "confirm" },
    { type: "no-answer", message: "gone" },
  );
  expect(lost).toEqual({ step: "unanswered", check });
  expect(nextConfirmation(lost, { type: "checked", check, before: null })).toBe(lost);
  const refused = after(
    { type: "checked", check, before: null },
    { type: "confirm" },
    { type: "refused", code: "balance-too-low", message: "no" },
  );
  expect(refused).toEqual({ step: "checking", refusal: { code: "balance-too-low", message: "no" } });
  expect(nextConfirmation(refused, { type: "checked", check, before: null })).toEqual({
    step: "review",
    check,
    refusal: { code: "balance-too-low", message: "no" },
    before: null,
  });
});

test("a check that fails can be asked again", () => {
  for (const type of ["refused", "no-answer"] as const) {
    const failed = after({ type, code: "rate-limited", message: "no" });
    expect(failed).toEqual({ step: "unchecked", message: "no" });
    expect(nextConfirmation(failed, { type: "check" })).toEqual(CHECKING);
  }
});

test("what the server keeps to act on later is placed, also where its row came before the answer", () => {
  const placed = { uid: "a-key", state: "waiting" };
  const sending = after({ type: "checked", check, before: null }, { type: "confirm" });
  expect(nextConfirmation(sending, { type: "taken", taken: { placed } })).toEqual({ step: "placed", placed });
  const lost = nextConfirmation(sending, { type: "no-answer", message: "gone" });
  const found = nextConfirmation(lost, { type: "taken", taken: { placed } });
  expect(found).toEqual({ step: "placed", placed });
  // The call itself ends afterwards, in whatever way.
  expect(nextConfirmation(found, { type: "no-answer", message: "gone" })).toBe(found);
  expect(nextConfirmation(found, { type: "refused", code: "", message: "no" })).toBe(found);
  expect(nextConfirmation(found, { type: "confirm" })).toBe(found);
});

test("nothing is taken that was not confirmed, and what is reviewed can be looked at anew", () => {
  const review = after({ type: "checked", check, before: "earlier" });
  expect(nextConfirmation(review, { type: "taken", taken: { submission } })).toBe(review);
  expect(nextConfirmation(review, { type: "check" })).toEqual(CHECKING);
});

test("only what is being sent, or has no answer, must not look as if it were taken back", () => {
  const steps = [CHECKING, after({ type: "checked", check, before: null })];
  expect(steps.map(isUnderWay)).toEqual([false, false]);
  const sending = after({ type: "checked", check, before: null }, { type: "confirm" });
  const lost = nextConfirmation(sending, { type: "no-answer", message: "gone" });
  expect([sending, lost].map(isUnderWay)).toEqual([true, true]);
  expect(isUnderWay(nextConfirmation(lost, { type: "taken", taken: { submission } }))).toBe(false);
});
