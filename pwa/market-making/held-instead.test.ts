import { expect, test } from "vitest";
import { heldInstead } from "./held-instead.ts";

test("holding comes to the worth without what the pool made, or with what it lost", () => {
  expect(heldInstead({ worth: "200.0000000", profitLoss: "0.5000000" })).toBe("199.5000000");
  expect(heldInstead({ worth: "200", profitLoss: "-1.25" })).toBe("201.2500000");
  expect(heldInstead({ worth: "0.0000000", profitLoss: "0.0000001" })).toBe("0.0000000");
});
