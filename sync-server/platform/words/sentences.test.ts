import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { placesOf } from "#schemas/fill-sentence.ts";
import { AppError, type ErrorCode, ERRORS } from "#schemas/errors.ts";
import { readSaid } from "#schemas/said.ts";
import { SENTENCES } from "#schemas/sentences.ts";
import { FIELD_SENTENCES, says } from "#schemas/values/field-sentences.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { readCatalogue } from "./read-catalogue.ts";
import { wordsIn } from "./words-in.ts";

/** What a sentence chooses by, and among what. */
function casesOf(message: CompiledMessage): string[] {
  return message.flatMap((token): string[] => {
    if (typeof token === "string" || typeof token[2] !== "object" || token[2] === null) return [];
    const [place, sort, cases] = token;
    const named = sort === "select" ? Object.keys(cases).map((name) => `${place}: ${name}`) : [];
    return [...named, ...Object.values(cases).flatMap((each) => (Array.isArray(each) ? casesOf(each) : []))];
  });
}

const CODES = Object.keys(ERRORS) as ErrorCode[];

test.each(LANGUAGES)("every sentence in %s can be read, and names all its facts and cases", (language) => {
  const translated = readCatalogue("said", language);
  for (const [id, english] of Object.entries(SENTENCES)) {
    const sentence = translated.get(id) ?? english;
    const compiled = compileMessageOrThrow(sentence);
    expect(placesOf(sentence).toSorted(), `${id} in ${language}`).toEqual(placesOf(english).toSorted());
    const meant = new Set(casesOf(compileMessageOrThrow(english)));
    expect(new Set(casesOf(compiled)), `${id} in ${language}`).toEqual(meant);
  }
});

test.each(LANGUAGES)("every refusal is worded in %s with what its facts say", (language) => {
  const words = wordsIn(language);
  for (const code of CODES) {
    const places = placesOf(ERRORS[code][1]);
    const said = words.said(new AppError(code, Object.fromEntries(places.map((place) => [place, 7]))).said);
    expect(said, code).not.toBe("");
    expect(said, code).not.toMatch(/[{}]|undefined|NaN/);
  }
});

test("what a schema says of a field is read back as code and facts that there is a sentence for", () => {
  expect(readSaid(says("at-most", { most: 30 }))).toEqual({ code: "field.at-most", facts: { most: 30 } });
  const { said } = wordsIn("en");
  expect(said(says("at-most", { most: 1 }))).toBe("At most 1 character");
  expect(said(says("at-most", { most: 1000 }))).toBe("At most 1000 characters");
  for (const id of Object.keys(FIELD_SENTENCES)) expect(SENTENCES[id], id).toBeDefined();
});
