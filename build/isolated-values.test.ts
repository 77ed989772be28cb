import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { setApart } from "./isolated-values.ts";

function said(message: string, values: Record<string, unknown>): string {
  const compiled = setApart(compileMessage(message));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what Lingui takes is what it compiled.
  const messages = { said: compiled as string };
  return setupI18n({ locale: "ar", messages: { ar: messages } })._("said", values);
}

test("what is put into a sentence is set apart, and its words are not", () => {
  expect(said("إلى {name}: {amount}", { name: "Ann", amount: "5 XLM" })).toBe("إلى \u2068Ann\u2069: \u20685 XLM\u2069");
  expect(said("تم", {})).toBe("تم");
});

test("so it is in a sentence with cases, which are chosen by what was put in", () => {
  const message =
    "{side, select, buy {شراء {amount}} other {بيع}} {count, plural, one {حساب} other {# حسابات من {name}}}";
  expect(said(message, { side: "buy", amount: "5", count: 7, name: "Ann" })).toBe(
    "شراء \u20685\u2069 7 حسابات من \u2068Ann\u2069",
  );
});
