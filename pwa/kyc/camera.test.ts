import { expect, test } from "vitest";
import { problemOf } from "./camera.ts";

test.each([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "absent"],
  ["OverconstrainedError", "absent"],
  ["NotReadableError", "in-use"],
  ["AbortError", "in-use"],
  ["Strange", "failed"],
])("a camera that fails with %s is %s", (name, problem) => {
  expect(problemOf(new DOMException("no", name))).toBe(problem);
});

test("what is no failure of a camera is told as one all the same", () => {
  expect(problemOf(new TypeError("no"))).toBe("failed");
});
