import { type Messages, setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { keepTyped } from "./keep-typed.ts";

const messages: Messages = { said: ["From ", ["name"], "."] };
const words = () => keepTyped(setupI18n({ locale: "en", messages: { en: messages } }));

test.each([String.raw`a\u202eb`, String.raw`\x41`, String.raw`\u005cx41`, "a\\", "plain"])(
  "%s comes out of a sentence as it was typed",
  (name) => {
    expect(words()._("said", { name })).toBe(`From ${name}.`);
    expect(words()._({ id: "said", values: { name } })).toBe(`From ${name}.`);
  },
);

test("a sentence in a sentence is none the worse, nor one that is guarded twice", () => {
  const twice = keepTyped(words());
  const name = twice._("said", { name: String.raw`\u202e` });
  expect(twice._("said", { name })).toBe(String.raw`From From \u202e..`);
});

test("marks of ours stay marks", () => {
  expect(words()._("said", { name: "\u2068a\u2069" })).toBe("From \u2068a\u2069.");
});
