import { expect, test } from "vitest";
import type { TrustlineCheckOutput } from "#schemas/trustlines.ts";
import {
  CHECKING,
  type ConfirmationEvent,
  type ConfirmationState,
  nextConfirmation,
  type Submission,
} from "./confirmation-state.ts";

const check: TrustlineCheckOutput = {
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
    { type: "accepted", submission },
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
    { type: "refused", message: "no" },
  );
  expect(refused).toEqual({ step: "checking", notice: "no" });
  expect(nextConfirmation(refused, { type: "checked", check, before: null })).toEqual({
    step: "review",
    check,
    notice: "no",
    before: null,
  });
});

test("a check that fails can be asked again", () => {
  for (const type of ["refused", "no-answer"] as const) {
    const failed = after({ type, message: "no" });
    expect(failed).toEqual({ step: "unchecked", message: "no" });
    expect(nextConfirmation(failed, { type: "check" })).toEqual(CHECKING);
  }
});
