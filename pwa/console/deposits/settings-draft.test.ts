import * as v from "valibot";
import { expect, test } from "vitest";
import { DepositSettings } from "#schemas/deposits.ts";
import { draftOf, settingsOf } from "./settings-draft.ts";

test("what is set comes out of the form as it went in", () => {
  const settings = v.parse(DepositSettings, {
    recipient: "$astrolabe",
    xlmRate: "8.5",
    secondAbove: "500",
    rateTolerance: "2.5",
    minAmount: null,
    maxAmount: "1000",
  });
  expect(v.parse(DepositSettings, settingsOf(draftOf(settings)))).toEqual(settings);
});

test("amounts stand in the form without the zeros at their end, and whole ones keep theirs", () => {
  const draft = draftOf({
    recipient: "$a",
    xlmRate: "10",
    secondAbove: "500.0000000",
    rateTolerance: "3",
    minAmount: "0.5000000",
    maxAmount: null,
  });
  expect([draft.xlmRate, draft.secondAbove, draft.minAmount, draft.maxAmount]).toEqual(["10", "500", "0.5", ""]);
});

test("who switches deposits on begins with nothing but the tolerance", () => {
  expect(draftOf(null)).toMatchObject({ isOn: false, recipient: "", xlmRate: "", rateTolerance: "3" });
});
