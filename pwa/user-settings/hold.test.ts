import { expect, test } from "vitest";
import { holdOptions, hoursInWords, timeLeft } from "./hold.ts";

const HOUR = 3_600_000;

test.each([
  [0, null],
  [-1, null],
  [1, "1 min"],
  [59_000, "1 min"],
  [60_001, "2 min"],
  [HOUR, "1 h"],
  [HOUR + 1, "1 h 1 min"],
  [24 * HOUR, "24 h"],
  [48 * HOUR - 60_000, "47 h 59 min"],
  [48 * HOUR, "2 days"],
  [75 * HOUR, "3 days 3 h"],
])("%d ms are left: %s", (left, words) => {
  expect(timeLeft(5_000_000 + left, 5_000_000)).toBe(words);
});

test.each([
  [0, "No waiting"],
  [1, "1 hour"],
  [24, "24 hours"],
  [48, "2 days"],
  [50, "50 hours"],
])("%d hours in words: %s", (hours, words) => {
  expect(hoursInWords(hours)).toBe(words);
});

test("the present waiting time can always be kept", () => {
  const values = holdOptions(5).map(({ value }) => value);
  expect(values).toEqual(["0", "1", "5", "12", "24", "48", "72", "168"]);
  expect(holdOptions(24).filter(({ value }) => value === "24")).toHaveLength(1);
});
