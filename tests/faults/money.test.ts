import { expect, test } from "vitest";
import type { Outcome } from "./money/answers.ts";
import { drive, type SoFar } from "./money/drive.ts";

/** As much as `npm test` has time for; `npm run test:faults` goes on for as long as it is told. */
const TROUBLES = 8;
const TIMEOUT_MS = 720_000;

/** By what happened and not by the clock: a busy machine takes longer over the same. */
function isEnough({ trouble, work: { sends, claims, trades, deposits }, decisions }: SoFar): boolean {
  const accepted = (requests: readonly { readonly answer: Outcome | null }[]) =>
    requests.filter(({ answer }) => answer !== null && "submissionId" in answer).length;
  const troubles = [...trouble.values()].reduce((sum, times) => sum + times, 0);
  return (
    troubles >= TROUBLES &&
    trouble.size > 3 &&
    accepted(sends) > 25 &&
    accepted(claims) > 6 &&
    accepted(trades) > 8 &&
    deposits.some(({ depositId }) => depositId !== null) &&
    decisions.filter(({ outcome }) => outcome === "done").length > 8 &&
    decisions.some(({ outcome }) => outcome === "proposed")
  );
}

test(
  "whatever dies, is cut off or hangs meanwhile, every answered request has exactly one effect",
  { timeout: TIMEOUT_MS },
  async () => {
    const { problems, confirmed, credited, claimed, traded, trouble } = await drive({
      isEnough,
      seed: 2026,
      people: 50,
      hands: 8,
      deciders: 2,
    });
    expect(problems).toEqual([]);
    expect(confirmed).toBeGreaterThan(12);
    expect(credited).toBeGreaterThan(0);
    expect(claimed).toBeGreaterThan(3);
    expect(traded).toBeGreaterThan(3);
    expect(trouble.size).toBeGreaterThan(3);
  },
);
