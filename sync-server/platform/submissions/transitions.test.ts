import fc from "fast-check";
import { expect, test } from "vitest";
import { SubmissionState } from "#schemas/wallet.ts";
import type { LedgerAnswer } from "#server/platform/network/network.ts";
import {
  type AttemptFacts,
  canMove,
  decideAfterSend,
  decideFate,
  effectsOf,
  FINAL_STATES,
  IN_FLIGHT_STATES,
  isPastBounds,
  lesserOf,
  OPEN_STATES,
  TRANSITIONS,
} from "./transitions.ts";

const STATES = SubmissionState.options;
const SIGNED_AT = 100;
const MAX_TIME = new Date("2026-01-01T00:01:30Z");
const MAX_LEDGER = 280;

const attempts: fc.Arbitrary<AttemptFacts> = fc.record({
  sequence: fc.bigInt(1n, 1000n),
  signedAtLedger: fc.constant(SIGNED_AT),
  maxTime: fc.constant(MAX_TIME),
  maxLedger: fc.constant(MAX_LEDGER),
  sends: fc.nat(5),
  lastSentAt: fc.option(fc.date({ min: new Date("2026-01-01"), max: MAX_TIME, noInvalidDate: true })),
});
const absences: fc.Arbitrary<Extract<LedgerAnswer, { kind: "absent" }>> = fc.record({
  kind: fc.constant("absent" as const),
  latestLedger: fc.integer({ min: SIGNED_AT, max: 500 }),
  latestClosedAt: fc.date({ min: new Date("2026-01-01"), max: new Date("2026-01-01T01:00:00Z"), noInvalidDate: true }),
  oldestLedger: fc.integer({ min: 1, max: 300 }),
});
const nows = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });

test("every state is reached, and every state but the final ones is left", () => {
  const reached = new Set<string>(["created", "held", ...TRANSITIONS.map(([, to]) => to)]);
  expect(STATES.filter((state) => !reached.has(state))).toEqual([]);
  for (const state of STATES) {
    const isLeft = STATES.some((to) => canMove(state, to));
    expect(isLeft, state).toBe(!FINAL_STATES.includes(state));
  }
});

test("only an expired submission is built again", () => {
  expect(STATES.filter((from) => canMove(from, "awaiting-signature"))).toEqual(["created", "expired"]);
  expect(STATES.filter((from) => canMove(from, "signed"))).toEqual(["created", "awaiting-signature", "expired"]);
});

test("what waits for its owner was never sent, and keeps its sequence number", () => {
  expect(IN_FLIGHT_STATES).not.toContain("awaiting-signature");
  expect(effectsOf("awaiting-signature", false)).toEqual({ freesHolds: false, freesSource: false });
});

test("the worker looks at every state that is neither final nor an operator's", () => {
  expect(STATES.filter((state) => ![...OPEN_STATES, ...FINAL_STATES].includes(state))).toEqual(["held", "ambiguous"]);
});

test("nothing expires by two answers that would not by either", () => {
  const kindOf = (attempt: AttemptFacts, answer: LedgerAnswer) =>
    decideFate(attempt, { answer, accountSequence: 0n }, MAX_TIME).kind;
  fc.assert(
    fc.property(attempts, absences, absences, (attempt, one, other) => {
      const kinds = [kindOf(attempt, one), kindOf(attempt, other)];
      return kindOf(attempt, lesserOf(one, other)) !== "expired" || kinds.every((kind) => kind === "expired");
    }),
  );
});

test("nothing expires, whatever our own clock says, before the network closed a ledger past the bounds", () => {
  fc.assert(
    fc.property(attempts, absences, nows, (attempt, answer, now) => {
      const fate = decideFate(attempt, { answer, accountSequence: 0n }, now);
      if (!isPastBounds(attempt, answer)) expect(["wait", "resend"]).toContain(fate.kind);
    }),
  );
});

test("nothing expires once its sequence number was used, or when its ledgers are forgotten", () => {
  fc.assert(
    fc.property(attempts, absences, fc.bigInt(0n, 1000n), nows, (attempt, answer, accountSequence, now) => {
      const fate = decideFate(attempt, { answer, accountSequence }, now);
      if (fate.kind !== "expired") return;
      expect(accountSequence < attempt.sequence).toBe(true);
      expect(answer.kind === "absent" && answer.oldestLedger <= attempt.signedAtLedger + 1).toBe(true);
    }),
  );
});

test("a ledger that holds it settles it at once", () => {
  const attempt = { sequence: 5n, signedAtLedger: 1, maxTime: MAX_TIME, maxLedger: 10, sends: 1, lastSentAt: null };
  const found = { kind: "found", ledger: 7, resultXdr: "" } as const;
  const seen = (isSuccessful: boolean) => ({ answer: { ...found, isSuccessful }, accountSequence: null });
  expect(decideFate(attempt, seen(true), MAX_TIME)).toEqual({ kind: "confirmed", ledger: 7 });
  expect(decideFate(attempt, seen(false), MAX_TIME)).toMatchObject({ kind: "failed", ledger: 7 });
});

test("a time-out is never a refusal, and a refusal only counts for the first copy", () => {
  const refusal = { kind: "rejected", resultCode: "txInsufficientBalance", leastFee: null } as const;
  expect(decideAfterSend({ kind: "unknown", problem: "504" }, 1)).toBe("sent");
  expect(decideAfterSend(refusal, 1)).toBe("refused");
  expect(decideAfterSend(refusal, 2)).toBe("sent");
  // What a copy that is in a ledger would cause as well, or only the time that went by, is built anew once that is proven.
  for (const resultCode of ["txBadSeq", "txTooLate", "txInsufficientFee", "unknown"])
    expect(decideAfterSend({ kind: "rejected", resultCode, leastFee: null }, 1), resultCode).toBe("sent");
});
