import fc from "fast-check";
import { expect, test } from "vitest";
import { foreignParts, inSentence, plainLetters, withoutSetApart } from "./foreign-text.ts";

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

test("what sets words apart in a sentence of ours is none of theirs, and all else is", () => {
  const said = `From ${inSentence("אבא")}: a\u200Bb`;
  expect(foreignParts(said, true)).toEqual([
    { kind: "text", text: "From \u2068אבא\u2069: a" },
    { kind: "mark", text: "U+200B" },
    { kind: "text", text: "b" },
  ]);
  expect(foreignParts(said).filter(({ kind }) => kind === "mark")).toHaveLength(3);
});

test("what is looked for in a text is found whatever was put between or in place of its letters", () => {
  expect(plainLetters("gi\u200Bf\u2060t.c\u00ADom")).toBe("gift.com");
  expect(plainLetters("ｇｉｆｔ．ｃｏｍ and gift。com")).toBe("gift.com and gift.com");
  expect(plainLetters("\u202Emoc.tfig")).toBe("moc.tfig");
});

/** Names in letters of both directions, with digits, and with every mark that could turn what follows. */
const name = fc.string({
  unit: fc.constantFrom(
    ..."abZ é19.-() ",
    ..."أحمدשרה٣۴",
    ..."\u200E\u200F\u061C\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069",
  ),
  minLength: 1,
});
/** What the order of a line's letters and numbers hangs on (Unicode TR 9), but letters from left to right, digits and signs. */
const TURNS = /[\p{Script=Arabic}\p{Script=Hebrew}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

test("whatever people call themselves, it turns nothing beside it and ends where it ends", () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      const sentence = `Sent 12.5 XLM to ${inSentence(one)} and 7 USDC to ${inSentence(other)}, fee 0.00001 XLM`;
      // What is set apart is for the line around it as one sign without any direction.
      const seen = sentence.replaceAll(/\u2068[^\u2066-\u2069]*\u2069/g, "*");
      expect(seen).not.toMatch(TURNS);
      expect(withoutSetApart(inSentence(one))).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    }),
  );
});

test("names whose letters turn nothing stay what they are", () => {
  for (const plain of ["Ana", "Zoë 2", "東京", "Привет"]) expect(inSentence(plain)).toBe(plain);
  expect(inSentence("أحمد")).toBe("\u2068أحمد\u2069");
  expect(inSentence(null)).toBeNull();
});
