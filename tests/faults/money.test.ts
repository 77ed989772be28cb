import { expect, test } from "vitest";
import type { Outcome } from "./money/answers.ts";
import { IS_SHORT } from "#tests/support/short.ts";
import { drive, type SoFar } from "./money/drive.ts";

/** `npm test` has time for a quarter; `npm run test:faults` goes on for as long as it is told. */
const SHARE = IS_SHORT ? 0.25 : 1;
const TROUBLES = 8 * SHARE;
const TIMEOUT_MS = 720_000;

/** By what happened and not by the clock: a busy machine takes longer over the same. */
function isEnough({ trouble, work: { sends, claims, trades, deposits, gifts }, decisions }: SoFar): boolean {
  const accepted = (requests: readonly { readonly answer: Outcome | null }[]) =>
    requests.filter(({ answer }) => answer !== null && "submissionId" in answer).length;
  const troubles = [...trouble.values()].reduce((sum, times) => sum + times, 0);
  return (
    troubles >= TROUBLES &&
    trouble.size > 3 &&
    gifts.length > 0 &&
    accepted(sends) > 25 * SHARE &&
    accepted(claims) > 6 * SHARE &&
    accepted(trades) > 8 * SHARE &&
    deposits.some(({ depositId }) => depositId !== null) &&
    decisions.filter(({ outcome }) => outcome === "done").length > 8 * SHARE &&
    decisions.some(({ outcome }) => outcome === "proposed")
  );
}

test(
  "whatever dies, is cut off or hangs meanwhile, every answered request has exactly one effect",
  { timeout: TIMEOUT_MS },
  async () => {
    const { problems, confirmed, credited, claimed, traded, trouble, gaps } = await drive({
      isEnough,
      seed: 2026,
      people: Math.round(50 * SHARE),
      hands: 8,
      deciders: 2,
    });
    expect(problems).toEqual([]);
    expect(confirmed).toBeGreaterThan(12 * SHARE);
    expect(credited).toBeGreaterThan(0);
    expect(claimed).toBeGreaterThan(3 * SHARE);
    expect(traded).toBeGreaterThan(3 * SHARE);
    expect(trouble.size).toBeGreaterThan(3);
    expect(gaps).toBeGreaterThan(0);
  },
);
