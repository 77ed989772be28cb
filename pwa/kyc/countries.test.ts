import { expect, test } from "vitest";
import { countriesIn, countryName, searchCountries } from "./countries.ts";

test("countries are named and sorted in the reader's language", () => {
  const german = countriesIn("de");
  expect(german).toHaveLength(244);
  expect(german[0]?.name).toBe("Afghanistan");
  expect(german.find(({ code }) => code === "AT")?.name).toBe("Österreich");
  expect(countryName("CH", "fr")).toBe("Suisse");
  expect(countryName("??", "fr")).toBe("??");
});

test("a country is found without accents, by a word of its name, or by its code", () => {
  const countries = countriesIn("en");
  const found = (typed: string) => searchCountries(countries, typed).map(({ code }) => code);
  expect(found("cote")).toContain("CI");
  expect(found("zeal")).toEqual(["NZ"]);
  expect(found("de")[0]).toBe("DE");
  expect(found("united")).toEqual(expect.arrayContaining(["AE", "GB", "US"]));
  expect(found("atlantis")).toEqual([]);
  expect(found(" ")).toHaveLength(244);
});
