import { expect, test } from "vitest";
import { compilePseudo } from "./pseudo.ts";

test("a sentence is longer by two fifths as a page draws it, with accents", () => {
  const sentence = "Astrolabe is a wallet for the Stellar network that keeps working offline";
  const [longer] = compilePseudo(sentence) as [string];
  expect(longer).toBe(longer.trim());
  expect(longer.length / sentence.length).toBeCloseTo(1.4, 1);
  expect(longer).not.toMatch(/[a-u]/);
  expect(compilePseudo("Max")).toEqual(["Ḿààx"]);
});

test("places, cases and elements stay what they are", () => {
  expect(compilePseudo("<0>Read</0> {name}")).toEqual(["<0>Ŕēēàďď</0> ", ["name"]]);
  expect(compilePseudo("{count, plural, one {# day} other {# days}}")).toEqual([
    [
      "count",
      "plural",
      { one: ["#", expect.stringMatching(/^ ď+àŷ+$/)], other: ["#", expect.stringMatching(/^ ď+àŷ+ś$/)] },
    ],
  ]);
});
