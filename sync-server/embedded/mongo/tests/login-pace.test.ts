import { expect, test } from "vitest";
import { LoginPace } from "#server/embedded/mongo/login-pace.ts";

test("guessing goes on at ten a second once twenty were wrong, over however many connections", () => {
  let nowMs = 1000;
  const pace = new LoginPace(() => nowMs);
  for (let wrong = 0; wrong < 20; wrong += 1) expect(pace.begin()).toBe(0);
  expect([pace.begin(), pace.begin(), pace.begin()]).toEqual([100, 200, 300]);
  nowMs += 1000;
  expect(pace.begin()).toBe(0);
});

test("who knows the password never waits for others who know it", () => {
  const pace = new LoginPace(() => 0);
  for (let login = 0; login < 1000; login += 1) {
    expect(pace.begin()).toBe(0);
    pace.forgive();
  }
});

test("a clock that is set back keeps nobody waiting", () => {
  let nowMs = 10_000_000;
  const pace = new LoginPace(() => nowMs);
  pace.begin();
  nowMs = 0;
  expect(pace.begin()).toBe(0);
  nowMs = 200;
  for (let wrong = 0; wrong < 20; wrong += 1) expect(pace.begin()).toBe(0);
});
