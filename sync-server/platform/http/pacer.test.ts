import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { createPacer } from "./pacer.ts";

function aPacer() {
  const clock = { ms: 0 };
  const pacer = createPacer<number>({ burst: 30, perSecond: 5 }, () => clock.ms);
  const taken = (userId: number, times: number): number => {
    let count = 0;
    for (let turn = 0; turn < times; turn += 1) {
      try {
        pacer.take(userId);
        count += 1;
      } catch (error) {
        if (!(error instanceof AppError && error.code === "rate-limited")) throw error;
      }
    }
    return count;
  };
  return { clock, taken };
}

test("a screen that asks each second, and once more with each key, is never refused", () => {
  const { clock, taken } = aPacer();
  for (let second = 0; second < 600; second += 1) {
    clock.ms += 1000;
    expect(taken(1, second % 5 === 0 ? 5 : 1)).toBe(second % 5 === 0 ? 5 : 1);
  }
});

test("who asks without end has their burst and then their rate, and costs nobody else theirs", () => {
  const { clock, taken } = aPacer();
  expect(taken(1, 1000)).toBe(30);
  expect(taken(2, 10)).toBe(10);
  clock.ms += 1000;
  expect(taken(1, 1000)).toBe(5);
  clock.ms += 3_600_000;
  expect(taken(1, 1000)).toBe(30);
});
