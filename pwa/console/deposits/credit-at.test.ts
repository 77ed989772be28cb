import { expect, test } from "vitest";
import { creditAt } from "./credit-at.ts";

test("what is credited is what the server credits, to the stroop", () => {
  expect(creditAt("20.50", "8.5")).toBe("174.2500000");
  expect(creditAt("10.01", "3.333333333333")).toBe("33.3666666");
});

test("what is no rate credits nothing", () => {
  for (const rate of [null, "", "0", "0.00", "-1", "1e3", "8,5", "1.", "999999999999"])
    expect(creditAt("20.50", rate), String(rate)).toBeNull();
});
