import { expect, test } from "vitest";
import { paidWords, planWords } from "./repeat-words.ts";

const UNTIL = new Date(2027, 2, 3, 12).toISOString();

test("a plan says how often, and what ends it", () => {
  const plans = (["week", "month"] as const).flatMap((every) => [
    planWords({ every, times: null, expiresAt: null }),
    planWords({ every, times: null, expiresAt: UNTIL }),
    planWords({ every, times: 1, expiresAt: null }),
    planWords({ every, times: 12, expiresAt: null }),
    planWords({ every, times: 12, expiresAt: UNTIL }),
  ]);
  expect(plans).toEqual([
    "Every week, until you cancel it",
    "Every week until Mar 3, 2027",
    "Every week, once",
    "Every week, 12 times",
    "Every week until Mar 3, 2027, 12 times",
    "Every month, until you cancel it",
    "Every month until Mar 3, 2027",
    "Every month, once",
    "Every month, 12 times",
    "Every month until Mar 3, 2027, 12 times",
  ]);
});

test("what was paid is counted, and what was left out where something was", () => {
  const said = (times: number | null, runsDone: number, runsMissed: number) =>
    paidWords({ terms: { times } as Parameters<typeof paidWords>[0]["terms"], runsDone, runsMissed });
  expect([said(null, 2, 0), said(12, 2, 0), said(null, 2, 1), said(12, 2, 1)]).toEqual([
    "2 paid so far",
    "2 of 12 paid",
    "2 paid so far, 1 left out",
    "2 of 12 paid, 1 left out",
  ]);
});
