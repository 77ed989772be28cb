import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, typedWords } from "#pwa/parts/search/fold-text.ts";
import { type Findable, findBest, scoreOf, traitsOf } from "./match.ts";

function named(title: string, also = "", codes: readonly string[] = []): Findable<string> {
  return { thing: title, traits: traitsOf(title, also, codes) };
}

function found(things: readonly Findable<string>[], typed: string, most = 10): readonly string[] {
  return findBest(things, typedWords(typed), most).map(({ thing }) => thing);
}

const ADDRESS = "GDQP2KPQGKIHYJGXNUIYOMHARUARCA7DJT5FO2FFOOKY3B2WSQHG4W37";

test("a name that begins with the words comes before one that has them later, and that before other words", () => {
  const things = [
    named("Plain assets"),
    named("Wallet check", "assets balances"),
    named("Assets"),
    named("Assets held"),
  ];
  expect(found(things, "assets")).toEqual(["Assets", "Assets held", "Plain assets", "Wallet check"]);
});

test("words are found by how they begin, whatever their order, case and accents", () => {
  const things = [named("Änna Ørsted"), named("José Álvarez", "landlord"), named("Banana")];
  expect(found(things, "AN")).toEqual(["Änna Ørsted"]);
  expect(found(things, "alv jose")).toEqual(["José Álvarez"]);
  expect(found(things, "  land   jo ")).toEqual(["José Álvarez"]);
  expect(found(things, "ana")).toEqual(["Banana"]);
  expect(found(things, "jose banana")).toEqual([]);
});

test("scripts without spaces are found by any part", () => {
  expect(found([named("昨日の東京 dinner")], "東")).toEqual(["昨日の東京 dinner"]);
});

test("an address is found by its ends, its whole or a long part, not by a few letters of it", () => {
  const things = [named("Ana", "", [ADDRESS])];
  for (const typed of [ADDRESS, ADDRESS.toLowerCase(), "GDQP2K", "4w37", "nuiyom"])
    expect(found(things, typed), typed).toEqual(["Ana"]);
  for (const typed of ["GDQ", "nuiyo", "4w38"]) expect(found(things, typed), typed).toEqual([]);
});

test("no more than asked for, and equals in their order", () => {
  const things = Array.from({ length: 9 }, (_, at) => named(`Ana ${at}`));
  expect(found(things, "ana", 3)).toEqual(["Ana 0", "Ana 1", "Ana 2"]);
});

const TEXT = fc.oneof(fc.string({ unit: "grapheme", maxLength: 24 }), fc.lorem({ maxCount: 4 }));

test("what is found has every word that was typed", () => {
  fc.assert(
    fc.property(TEXT, TEXT, fc.array(fc.string({ maxLength: 20 })), TEXT, (title, also, codes, typed) => {
      const words = typedWords(typed);
      if (scoreOf(traitsOf(title, also, codes), words) === null) return;
      const all = [title, also, ...codes].map(foldText);
      for (const word of words) expect(all.some((text) => text.includes(word))).toBe(true);
    }),
  );
});

test("whatever something is called, it is found by the words of its name, and by how each of them begins", () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 5 }), fc.integer({ min: 1, max: 4 }), (title, letters) => {
      const words = typedWords(title.replaceAll(/[.,]/g, ""));
      for (const typed of [words, words.map((word) => word.slice(0, letters)).toReversed()])
        expect(scoreOf(traitsOf(title), typed)).not.toBeNull();
    }),
  );
});
