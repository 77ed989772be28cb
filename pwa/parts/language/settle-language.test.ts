import { expect, test } from "vitest";
import { type LanguageFacts, settleLanguage } from "./settle-language.ts";

const facts: LanguageFacts = {
  choice: "es",
  agreed: null,
  isChosenNow: false,
  account: { language: "ar", isChosen: true },
};
const NOTHING = { take: null, tell: null };
const UNTOUCHED = { language: "en", isChosen: false } as const;

test("a new sign-in takes the language that its owner chose, and so does a device on which nobody did", () => {
  expect(settleLanguage(facts)).toEqual({ take: "ar", tell: null });
  expect(settleLanguage({ ...facts, choice: null })).toEqual({ take: "ar", tell: null });
});

test("where the owner never chose, the device stays as it is, and what was chosen on it is told", () => {
  expect(settleLanguage({ ...facts, choice: null, account: UNTOUCHED })).toEqual(NOTHING);
  expect(settleLanguage({ ...facts, account: UNTOUCHED })).toEqual({ take: null, tell: "es" });
  expect(settleLanguage({ ...facts, choice: "en", account: UNTOUCHED })).toEqual(NOTHING);
});

test("what is chosen on the device is told, and what is chosen on another one is taken", () => {
  expect(settleLanguage({ ...facts, isChosenNow: true })).toEqual({ take: null, tell: "es" });
  expect(settleLanguage({ ...facts, agreed: "ar" })).toEqual({ take: null, tell: "es" });
  expect(settleLanguage({ ...facts, agreed: "es" })).toEqual({ take: "ar", tell: null });
  expect(settleLanguage({ ...facts, choice: "ar", agreed: "ar" })).toEqual(NOTHING);
});

test("once both are told the same nothing more follows", () => {
  for (const choice of ["es", "ar", null] as const)
    for (const isChosenNow of [true, false])
      for (const agreed of ["es", "ar", null] as const) {
        const { take, tell } = settleLanguage({ ...facts, choice, isChosenNow, agreed });
        const now = tell ?? take ?? choice ?? "ar";
        const account = { language: now, isChosen: true };
        expect(settleLanguage({ choice: now, agreed: now, isChosenNow, account })).toEqual(NOTHING);
      }
});
