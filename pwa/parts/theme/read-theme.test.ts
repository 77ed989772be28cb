import { expect, test } from "vitest";
import { oppositeOf, readChoice, settleTheme, type ThemeFacts } from "./read-theme.ts";

test("the theme is dark where the stored value is missing or invalid", () => {
  expect(readChoice(null)).toBe("dark");
  expect(readChoice("sepia")).toBe("dark");
  expect(readChoice("light")).toBe("light");
  expect(readChoice("system")).toBe("system");
});

test("each theme leads to the other", () => {
  expect(oppositeOf("dark")).toBe("light");
  expect(oppositeOf("light")).toBe("dark");
});

const facts: ThemeFacts = {
  choice: "dark",
  agreed: null,
  isChosenNow: false,
  account: { theme: "light", isChosen: true },
};
const NOTHING = { take: null, tell: null };

test("a new sign-in takes the theme that its owner chose, and tells nobody the device's own", () => {
  expect(settleTheme(facts)).toEqual({ take: "light", tell: null });
});

test("where the owner never chose, the device stays as it is and posts nothing", () => {
  expect(settleTheme({ ...facts, account: { theme: "light", isChosen: false } })).toEqual(NOTHING);
});

test("what is chosen on the device is told once, also before the account's was known", () => {
  expect(settleTheme({ ...facts, isChosenNow: true })).toEqual({ take: null, tell: "dark" });
  expect(settleTheme({ ...facts, agreed: "light" })).toEqual({ take: null, tell: "dark" });
  expect(settleTheme({ ...facts, agreed: "dark" })).toEqual(NOTHING);
  expect(settleTheme({ ...facts, agreed: "dark", isChosenNow: true })).toEqual(NOTHING);
});

test("as the system stays on the device", () => {
  for (const agreed of [null, "dark", "light"] as const)
    for (const isChosenNow of [true, false])
      expect(settleTheme({ ...facts, choice: "system", agreed, isChosenNow })).toEqual(NOTHING);
});
