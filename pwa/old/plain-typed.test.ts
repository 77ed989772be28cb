import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { typedText } from "#pwa/ui/typed-amount.ts";
import { showEnglish } from "#tests/support/english.ts";
import { readTyped } from "./plain-typed.ts";

afterEach(showEnglish);

function read(tag: string, amount: string, price: string) {
  i18n.loadAndActivate({ locale: tag.slice(0, 2), locales: tag, messages: {} });
  return readTyped({ amount: typedText(amount), price: typedText(price) });
}

test("an order of the plain form is read in the marks of the language, and asked about where it is not clear", () => {
  const order = { amount: "1500", price: "0.25" };
  expect(read("en", "1500", "0,25")).toEqual({ order, problem: null });
  expect(read("es", "1.500,0", "0,25")).toEqual({ order: { ...order, amount: "1500.0" }, problem: null });
  expect(read("ar", "\u0661\u0665\u0660\u0660", "\u0660\u066B\u0662\u0665")).toEqual({ order, problem: null });
  expect(read("es", "1.500", "0,25")).toEqual({ order: null, problem: expect.stringContaining("1500 or 1,500") });
  expect(read("fr", "12", "1.500")).toEqual({ order: null, problem: expect.stringContaining("1500 or 1,500") });
  expect(read("en", "1,500", "1")).toEqual({ order: null, problem: expect.stringContaining("1500 or 1.500") });
});

test("what is no number at all goes on as it was typed: the check says what is wrong with it", () => {
  expect(read("en", "many", "1")).toEqual({ order: { amount: "many", price: "1" }, problem: null });
});
