import { expect, test } from "vitest";
import type { AssetPrice } from "#schemas/markets.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { spamHint, type SpamFacts } from "./spam-signs.ts";

const ISSUER = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const coins = { assetCode: "COIN", amount: "100.0000000", memo: "" };
const fine: SpamFacts = {
  isKnown: true,
  isListed: true,
  price: aPrice({ usd: "1", xlm: "8" }),
  facts: null,
  cost: null,
};

function aPrice(fields: Partial<AssetPrice>): AssetPrice {
  const at = "2026-06-01T12:00:00.000Z";
  return { assetCode: "COIN", issuer: ISSUER, usd: null, xlm: null, change24h: null, at, ...fields };
}

function factsWith(fields: Partial<AssetFacts>): AssetFacts {
  return {
    assetCode: "COIN",
    issuer: ISSUER,
    homeDomain: null,
    proof: "none",
    name: null,
    description: null,
    conditions: null,
    organisation: null,
    isListed: false,
    namesake: null,
    image: null,
    isIssuerGone: false,
    powers: { mustAdmit: false, canFreeze: false, canTakeBack: false, isFinal: false },
    ...fields,
  };
}

test("what a friend sends, and is worth something, is under no suspicion", () => {
  expect(spamHint(coins, { ...fine, isListed: false })).toEqual({ signs: [], isLikely: false, isDoubtful: false });
});

test("a stranger's gift of a listed asset is only a stranger's", () => {
  expect(spamHint(coins, { ...fine, isKnown: false })).toEqual({
    signs: ["You do not know who sent it."],
    isLikely: false,
    isDoubtful: false,
  });
});

test("an asset that nobody lists and nobody buys, from a stranger, is likely spam", () => {
  const hint = spamHint(coins, { ...fine, isKnown: false, isListed: false, price: aPrice({}) });
  expect(hint.isLikely).toBe(true);
  expect(hint.signs).toEqual([
    "You do not know who sent it.",
    "COIN is not listed here.",
    "No market says that it is worth anything.",
  ]);
});

test("while nobody told of prices or listings, a stranger's asset is called nothing, and yet doubted", () => {
  const unasked = { ...fine, isKnown: false, isListed: null, price: null };
  expect(spamHint(coins, unasked)).toEqual({
    signs: ["You do not know who sent it."],
    isLikely: false,
    isDoubtful: true,
  });
  expect(spamHint(coins, { ...unasked, isListed: false })).toMatchObject({ isLikely: false, isDoubtful: true });
  expect(spamHint(coins, { ...unasked, isListed: true }).isDoubtful).toBe(false);
  expect(spamHint(coins, { ...unasked, isKnown: true }).isDoubtful).toBe(false);
  expect(spamHint(coins, { ...unasked, price: fine.price }).isDoubtful).toBe(false);
});

test("dust of a stranger is likely spam, whatever it is made of", () => {
  const dust = { ...coins, amount: "0.0000100" };
  expect(spamHint(dust, { ...fine, isKnown: false }).isLikely).toBe(true);
  const inXlm = { ...fine, isKnown: false, price: aPrice({ xlm: "1" }) };
  expect(spamHint(dust, inXlm).signs).toContain("It is worth less than a cent.");
  expect(spamHint({ ...coins, amount: "1" }, inXlm).isLikely).toBe(false);
});

test("a memo of a stranger's that names a site is likely spam; a friend's is not", () => {
  const lure = { ...coins, memo: "claim at my-airdrop.xyz" };
  expect(spamHint(lure, { ...fine, isKnown: false }).isLikely).toBe(true);
  expect(spamHint(lure, fine)).toEqual({ signs: [], isLikely: false, isDoubtful: false });
  expect(spamHint({ ...coins, memo: "rent, 3.5 of 7" }, { ...fine, isKnown: false }).isLikely).toBe(false);
});

test.each(["\u202Emoc.tfig", "gi\u200Bft.com", "ｇｉｆｔ．ｃｏｍ", "\u202Ehttps://x", "gift\u3002com"])(
  "a site is found in the memo %j, however it is written",
  (memo) => {
    const hint = spamHint({ ...coins, memo }, { ...fine, isKnown: false });
    expect(hint.isLikely).toBe(true);
    expect(hint.signs[0]).toContain("names a site");
  },
);

test("hidden marks in the memo of a stranger speak against it; letters from right to left do not", () => {
  const disguised = { ...coins, memo: "thank\u200B you" };
  expect(spamHint(disguised, { ...fine, isKnown: false })).toMatchObject({
    signs: [expect.stringContaining("hidden marks"), "You do not know who sent it."],
    isLikely: true,
  });
  expect(spamHint({ ...coins, memo: "شكرا" }, { ...fine, isKnown: false }).isLikely).toBe(false);
});

test("what is looked up is told: who it takes after, whether a site vouches, what claiming takes", () => {
  const facts = factsWith({ namesake: "USDC" });
  const hint = spamHint(coins, { ...fine, isKnown: false, isListed: false, facts, cost: 90_000_000_000n });
  expect(hint.isLikely).toBe(true);
  expect(hint.signs[0]).toContain("not the USDC");
  expect(hint.signs).toContain("Claiming it takes more XLM than it is worth.");
  expect(hint.signs.at(-1)).toBe("The issuer names no site that would vouch for this asset.");
});
