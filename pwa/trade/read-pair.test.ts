import { expect, test } from "vitest";
import { readPair } from "./read-pair.ts";

const ISSUER = `G${"A".repeat(55)}`;
const OTHER = `G${"B".repeat(55)}`;
const LISTED = [
  { assetCode: "USDC", issuer: ISSUER },
  { assetCode: "EURX", issuer: ISSUER },
  { assetCode: "EURX", issuer: OTHER },
];

test("XLM and assets with their issuer are what they say", () => {
  expect(readPair("XLM", `USDC-${ISSUER}`, null)).toEqual({ kind: "pair", base: "XLM", quote: `USDC-${ISSUER}` });
  expect(readPair(`USDC-${ISSUER}`, "XLM", LISTED)).toMatchObject({ kind: "pair", base: `USDC-${ISSUER}` });
});

test("the code of a listed asset alone leads to its full name, however it is written", () => {
  expect(readPair("xlm", "usdc", LISTED)).toEqual({ kind: "moved", base: "XLM", quote: `USDC-${ISSUER}` });
  expect(readPair("XLM", "USDC", null)).toEqual({ kind: "waiting", code: "USDC" });
});

test("what names no asset, or more than one, is not guessed", () => {
  expect(readPair("XLM", "NOPE", LISTED)).toMatchObject({
    kind: "unknown",
    problem: expect.stringContaining("NOPE is not listed"),
  });
  expect(readPair("XLM", "EURX", LISTED)).toMatchObject({
    kind: "unknown",
    problem: expect.stringContaining("Several"),
  });
  expect(readPair("XLM", "XLM", LISTED)).toMatchObject({ kind: "unknown" });
  expect(readPair("XLM", "USDC-GARBAGE", LISTED)).toMatchObject({ kind: "unknown" });
});
