import fc from "fast-check";
import { expect, test } from "vitest";
import { directionOf, languageAccepted, languageAmong, LANGUAGES, languageNamed } from "./languages.ts";

test("a language is known by the first part of its name, and any other is none", () => {
  expect(["pt-BR", "AR", "es_419", " fr "].map(languageNamed)).toEqual(["pt", "ar", "es", "fr"]);
  expect(["", "de", "english", "-en", 7, null, undefined].map(languageNamed)).toEqual(Array(7).fill(null));
});

test("the dearest language that there is is taken, English where there is none", () => {
  expect(languageAmong(["de-AT", "pt-PT", "en"])).toBe("pt");
  expect(languageAmong(["de", "ja"])).toBe("en");
  expect(languageAmong([])).toBe("en");
});

test("a header is read by its weights, and what cannot be read asks for English", () => {
  expect(languageAccepted("de, es;q=0.7, fr;q=0.8")).toBe("fr");
  expect(languageAccepted("es;q=0.5, pt;q=0.5")).toBe("es");
  expect(languageAccepted("fr;q=0, ar;q=0.1")).toBe("ar");
  expect(languageAccepted("fr;q=2, *")).toBe("en");
  expect(languageAccepted(undefined)).toBe("en");
  fc.assert(fc.property(fc.string(), (header) => LANGUAGES.includes(languageAccepted(header))));
});

test("Arabic alone is written from right to left", () => {
  expect(LANGUAGES.filter((language) => directionOf(language) === "rtl")).toEqual(["ar"]);
});
