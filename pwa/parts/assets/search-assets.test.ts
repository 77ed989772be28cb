import { expect, test } from "vitest";
import { searchAssets } from "./search-assets.ts";

function anAsset(assetCode: string, name: string, issuer: string) {
  return { key: `${assetCode}-${issuer}`, assetCode, issuer, name, image: null, balance: null, isListed: true };
}

const ASSETS = [
  anAsset("EURC", "Euro coin", "GEURO"),
  anAsset("COIN", "Something", "GCOIN"),
  anAsset("USDC", "Dollar coin", "GUSD"),
];

test("what begins with the text comes before what has it inside", () => {
  expect(searchAssets(ASSETS, " coin ").map(({ assetCode }) => assetCode)).toEqual(["COIN", "EURC", "USDC"]);
});

test("an issuer is found by a part of its address, and nothing by what nobody has", () => {
  expect(searchAssets(ASSETS, "gusd").map(({ assetCode }) => assetCode)).toEqual(["USDC"]);
  expect(searchAssets(ASSETS, "zzz")).toEqual([]);
  expect(searchAssets(ASSETS, "")).toBe(ASSETS);
});
