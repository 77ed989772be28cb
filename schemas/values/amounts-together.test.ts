import { expect, test } from "vitest";
import { amountsTogether } from "./amounts-together.ts";

test.each([
  ["أرسل {amount} {assetCode} إلى {name}", "أرسل \u2066{amount} {assetCode}\u2069 إلى {name}"],
  ["من {limit} XLM، و1,000.5 USD", "من \u2066{limit} XLM\u2069، و\u20661,000.5 USD\u2069"],
  [
    "{side, select, buy {{amount} {base}} other {بيع}}",
    "{side, select, buy {\u2066{amount} {base}\u2069} other {بيع}}",
  ],
])("an amount of %j keeps its place before its unit", (sentence, together) => {
  expect(amountsTogether(sentence, "ar")).toBe(together);
});

test("sentences stay as they are where nothing is put together, and where they run from left to right", () => {
  for (const sentence of ["{first} {second}", "{why} {says}", "{count, plural, one {XLM} other {# XLM}}"])
    expect(amountsTogether(sentence, "ar")).toBe(sentence);
  expect(amountsTogether("{amount} {assetCode}", "es")).toBe("{amount} {assetCode}");
});
