import { expect, test } from "vitest";
import { unsentAdvice, unsentWords } from "./unsent.ts";

const nothing = { changes: 0, drafts: 0, unanswered: 0 };

test("what would be lost is counted in words", () => {
  expect(unsentWords({ ...nothing, changes: 1 })).toBe("1 change has not reached the server.");
  expect(unsentWords({ ...nothing, drafts: 2 })).toBe("2 payments put aside have not reached the server.");
  expect(unsentWords({ ...nothing, changes: 3, drafts: 1 })).toBe(
    "3 changes and 1 payment put aside have not reached the server.",
  );
});

test("a payment that nobody answered for is never left without a word", () => {
  expect(unsentWords({ ...nothing, unanswered: 1 })).toBe("1 confirmation has no answer yet.");
  expect(unsentWords({ changes: 1, drafts: 0, unanswered: 2 })).toBe(
    "1 change has not reached the server. 2 confirmations have no answer yet.",
  );
  expect(unsentAdvice({ ...nothing, unanswered: 1 }, true)).toMatch(/without doing it twice/);
  expect(unsentAdvice({ ...nothing, changes: 1, unanswered: 1 }, false)).toMatch(/without doing it twice/);
  expect(unsentAdvice({ ...nothing, changes: 1 }, false)).toMatch(/as soon as there is a connection/);
});
