import * as v from "valibot";
import { expect, test } from "vitest";
import { type DepositMethod, MethodName, MethodSettings } from "#schemas/deposits.ts";
import { codeOf, methodDraftOf, methodSettingsOf } from "./method-draft.ts";

const settings = v.parse(MethodSettings, {
  displayName: "Bank transfer",
  recipient: "IBAN DE00 1234",
  instructions: "Write your user ID as the purpose.",
  handleLabel: "Name on the account",
  idLabel: "Reference",
  order: 2,
  xlmRate: "8.5",
  secondAbove: "500",
  minAmount: null,
  maxAmount: "1000",
});
const method: DepositMethod = {
  id: 3,
  methodName: "bank-transfer",
  isOn: false,
  settings,
  lastUpdated: "2026-05-01T10:00:00.000Z",
};

test("what is set comes out of the form as it went in", () => {
  expect(v.parse(MethodSettings, methodSettingsOf(methodDraftOf(method, 5)))).toEqual(settings);
});

test("a new one stands behind the others, and a place that is none is refused", () => {
  const draft = methodDraftOf(null, 2);
  expect(draft).toMatchObject({ isOn: true, order: "3", methodName: "" });
  const filled = { ...methodDraftOf(method, 0), order: "first" };
  expect(v.safeParse(MethodSettings, methodSettingsOf(filled)).success).toBe(false);
});

test.each([
  ["Bank transfer", "bank-transfer"],
  ["  Zelle! ", "zelle"],
  ["Überweisung (SEPA)", "uberweisung-sepa"],
])("%s is called %s for good", (name, code) => {
  expect(codeOf(name)).toBe(code);
  expect(v.is(MethodName, code)).toBe(true);
});
