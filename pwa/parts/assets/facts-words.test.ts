import { expect, test } from "vitest";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { originOf, powerWords, proofWords, warningsOf } from "./facts-words.ts";

const NONE = { mustAdmit: false, canFreeze: false, canTakeBack: false, isFinal: false };
const ALL = { mustAdmit: true, canFreeze: true, canTakeBack: true, isFinal: true };
const FACTS: AssetFacts = {
  assetCode: "USDC",
  issuer: "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7",
  homeDomain: "example.org",
  proof: "mutual",
  name: null,
  description: null,
  conditions: null,
  organisation: null,
  isListed: false,
  namesake: null,
  image: null,
  isIssuerGone: false,
  powers: NONE,
};

test("powers are told one by one, and none only as long as that is so", () => {
  expect(powerWords(FACTS)).toEqual([expect.stringContaining("could still claim")]);
  expect(powerWords({ ...FACTS, powers: { ...NONE, isFinal: true } })).toEqual([expect.stringContaining("can never")]);
  expect(powerWords({ ...FACTS, powers: ALL })).toHaveLength(4);
  expect(powerWords({ ...FACTS, powers: ALL, isIssuerGone: true })).toEqual([expect.stringContaining("closed")]);
});

test("only a site that lists the asset vouches for it", () => {
  expect(proofWords(FACTS).tone).toBe("good");
  for (const proof of ["one-sided", "unread", "none"] as const)
    expect(proofWords({ ...FACTS, proof }).tone).toBe("warn");
});

test("a namesake comes first, and an asset beyond doubt has no warning", () => {
  expect(warningsOf(FACTS)).toEqual([]);
  expect(warningsOf({ ...FACTS, isListed: true, proof: "unread" })).toEqual([]);
  const doubtful = { ...FACTS, proof: "one-sided", namesake: "XLM", powers: { ...NONE, canTakeBack: true } } as const;
  expect(warningsOf(doubtful).map((text) => text.slice(0, 15))).toEqual([
    "This is not XLM",
    "The issuer name",
    "The issuer can ",
  ]);
});

test("an asset comes from the site that vouches for it, or else from its issuer", () => {
  const issuer = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";
  const own = { homeDomain: "dollar.example.org", proof: "mutual" } as const;
  expect(originOf("", null)).toBe("Stellar Lumens");
  expect(originOf(issuer, own)).toBe("dollar.example.org");
  expect(originOf(issuer, { ...own, proof: "one-sided" })).toBe("GBZXN7...MADI");
  expect(originOf(issuer, null)).toBe("GBZXN7...MADI");
});
