import fc from "fast-check";
import { expect, test } from "vitest";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { languageAtStart, placeIn, placeNamed } from "./read-language.ts";

test("an address names its language first, and only a whole part of it does", () => {
  expect(placeNamed("/es/about")).toEqual({ language: "es", path: "/about" });
  expect(placeNamed("/ar")).toEqual({ language: "ar", path: "/" });
  expect(["/", "/about", "/estate", "/en/about", "/about/es"].map(placeNamed)).toEqual(Array(5).fill(null));
});

test("what is written as an address is read as the same place again", () => {
  const path = fc.constantFrom("/", "/about", "/help", "/stellar");
  const place = fc.record({ language: fc.constantFrom(...LANGUAGES), path });
  fc.assert(
    fc.property(place, (each) => {
      const written = placeIn(each);
      expect(placeNamed(written) ?? { language: "en", path: written }).toEqual(each);
    }),
  );
});

test("the address decides, then what was chosen here, then what its owner reads, then English", () => {
  const tags = ["de", "pt-BR", "fr"];
  expect(languageAtStart({ path: "/ar/help", stored: "fr", tags })).toBe("ar");
  expect(languageAtStart({ path: "/help", stored: "fr", tags })).toBe("fr");
  expect(languageAtStart({ path: "/help", stored: "klingon", tags })).toBe("pt");
  expect(languageAtStart({ path: "/help", stored: null, tags: ["de"] })).toBe("en");
});
