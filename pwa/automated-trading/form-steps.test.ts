import { expect, test } from "vitest";
import { problemsOf, stepBeside, STEPS } from "./form-steps.ts";
import { newDraft, readTerms } from "./terms-draft.ts";

test("each problem is told at one step, and none before it is come to", () => {
  const empty = { ...newDraft("", ""), parameters: {}, maxDrawdown: "", cooldown: "", slippage: "" };
  const { problems } = readTerms(empty);
  const told = STEPS.flatMap((step) => Object.keys(problemsOf(step, problems)));
  expect(told.toSorted()).toEqual(Object.keys(problems ?? {}).toSorted());
  expect(problemsOf("strategy", problems)).toEqual({});
  expect(Object.keys(problemsOf("market", problems))).toEqual(["bases", "quote"]);
  expect(problemsOf("limits", null)).toEqual({});
});

test("steps lead to each other and end", () => {
  expect(stepBeside("strategy", -1)).toBeNull();
  expect(stepBeside("strategy", 1)).toBe("market");
  expect(stepBeside("mode", 1)).toBeNull();
});
