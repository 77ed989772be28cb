import { expect, test } from "vitest";
import { foreignParts, plainLetters } from "./foreign-text.ts";

test("a text without hidden marks is one piece, in whatever script", () => {
  for (const text of ["rent, 3.5 of 7", "إيجار", "東京 👩‍👩‍👧 ❤️", "نمی‌خواهم"])
    expect(foreignParts(text)).toEqual([{ kind: "text", text }]);
  expect(foreignParts("")).toEqual([]);
});

test("hidden marks are told by their numbers, where they stand", () => {
  expect(foreignParts("\u202Emoc.tfig")).toEqual([
    { kind: "mark", text: "U+202E" },
    { kind: "text", text: "moc.tfig" },
  ]);
  expect(foreignParts("a\u200B\nb\u{E0041}\u3164")).toEqual([
    { kind: "text", text: "a" },
    { kind: "mark", text: "U+200B" },
    { kind: "mark", text: "U+000A" },
    { kind: "text", text: "b" },
    { kind: "mark", text: "U+E0041" },
    { kind: "mark", text: "U+3164" },
  ]);
});

test("what is looked for in a text is found whatever was put between or in place of its letters", () => {
  expect(plainLetters("gi\u200Bf\u2060t.c\u00ADom")).toBe("gift.com");
  expect(plainLetters("ｇｉｆｔ．ｃｏｍ and gift。com")).toBe("gift.com and gift.com");
  expect(plainLetters("\u202Emoc.tfig")).toBe("moc.tfig");
});
