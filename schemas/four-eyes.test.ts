import * as v from "valibot";
import { expect, test } from "vitest";
import { PERMISSION_OF_PROPOSAL } from "./approvals.ts";
import { FourEyesSettings, weakensFourEyes } from "./four-eyes.ts";

const DEFAULTS = v.parse(FourEyesSettings, {});

test("every kind of proposal has a setting, and nothing else has", () => {
  expect(Object.keys(DEFAULTS).toSorted()).toEqual(Object.keys(PERMISSION_OF_PROPOSAL).toSorted());
});

test("nothing takes two never unless operators said so", () => {
  expect(Object.values(DEFAULTS)).not.toContain("never");
});

test.each([
  "accept-difference",
  "rotate-key",
  "set-roles",
  "invite-operator",
  "set-four-eyes",
  "list-asset",
  "set-dollar",
])("%s cannot be had by one alone for good", (kind) => {
  expect(v.safeParse(FourEyesSettings, { [kind]: "never" }).success).toBe(false);
});

test("it weakens where anything takes two less often, whatever is stricter besides", () => {
  const strict = { ...DEFAULTS, "set-fee": "always" as const };
  expect(weakensFourEyes(DEFAULTS, strict)).toBe(false);
  expect(weakensFourEyes(strict, DEFAULTS)).toBe(true);
  expect(weakensFourEyes(DEFAULTS, { ...strict, "let-go": "never" })).toBe(true);
  expect(weakensFourEyes(DEFAULTS, DEFAULTS)).toBe(false);
});
