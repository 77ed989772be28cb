import { expect, test } from "vitest";
import { unsentWords } from "./unsent.ts";

test("what would be lost is counted in words", () => {
  expect(unsentWords({ changes: 1, drafts: 0 })).toBe("1 change has not reached the server");
  expect(unsentWords({ changes: 0, drafts: 2 })).toBe("2 payments put aside have not reached the server");
  expect(unsentWords({ changes: 3, drafts: 1 })).toBe("3 changes and 1 payment put aside have not reached the server");
});
