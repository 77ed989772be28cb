import { expect, test } from "vitest";
import { rebuildRefusal } from "./rebuild-words.ts";

test("without a connection the person reads that everything stays, and what has not been sent", () => {
  expect(rebuildRefusal(false, 3)).toBeNull();
  expect(rebuildRefusal(true, 0)).toContain("stays as it is");
  expect(rebuildRefusal(true, 1)).toContain("1 change has not reached the server");
  expect(rebuildRefusal(true, 2)).toContain("2 changes have not reached the server");
});
