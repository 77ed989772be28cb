import * as v from "valibot";
import { expect, test } from "vitest";
import { HoldingsOutput } from "#schemas/assets.ts";
import { ASSETS_ENDPOINTS } from "#schemas/endpoints/assets.ts";
import { AssetFacts } from "#schemas/trustlines.ts";
import type { Balance } from "./balances.ts";
import { heldAssets } from "./held-assets.ts";

const ISSUER = "GDQP2KPQGKIHYJGXNUIYOMHARUARCA7DJT5FO2FFOOKY3B2WSQHG4W37";

function aBalance(assetCode: string, issuer = ISSUER): Balance {
  const uid = issuer === "" ? assetCode : `${assetCode}-${issuer}`;
  return { uid, id: 1, assetCode, issuer, balance: "12.5000000", spendable: "12.5000000", asOfLedger: 9 };
}

function someFacts(assetCode: string, told: Partial<AssetFacts> = {}): AssetFacts {
  return v.parse(AssetFacts, {
    assetCode,
    issuer: ISSUER,
    homeDomain: "example.org",
    proof: "mutual",
    name: "Euro coin",
    description: "One euro each.",
    conditions: null,
    organisation: null,
    isListed: false,
    namesake: null,
    image: null,
    isIssuerGone: false,
    powers: { mustAdmit: false, canFreeze: false, canTakeBack: false, isFinal: true },
    ...told,
  });
}

const LISTED = {
  assetCode: "USDC",
  issuer: ISSUER,
  name: "Dollar coin",
  description: "One dollar.",
  image: "/usdc.svg",
};

test("what is held has the very fields that the server answers with, XLM first, then by code", () => {
  const directory = {
    facts: [someFacts("EURC"), someFacts("ZED", { proof: "one-sided", name: null })],
    listed: [LISTED],
  };
  const balances = ["ZED", "USDC", "EURC", "AAA"].map((code) => aBalance(code));
  const assets = heldAssets([...balances, aBalance("XLM", "")], directory);
  expect(v.parse(ASSETS_ENDPOINTS.holdings.output, { assets })).toEqual({ assets });
  const [fields] = [Object.keys(HoldingsOutput.entries.assets.item.entries)];
  for (const asset of assets) expect(Object.keys(asset).toSorted()).toEqual(fields.toSorted());
  expect(assets.map(({ assetCode, name, description, website }) => [assetCode, name, description, website])).toEqual([
    ["XLM", "Stellar Lumens", "The native coin of the Stellar network.", "https://stellar.org"],
    ["AAA", "AAA", null, null],
    ["EURC", "Euro coin", "One euro each.", "https://example.org"],
    ["USDC", "Dollar coin", "One dollar.", null],
    ["ZED", "ZED", "One euro each.", null],
  ]);
  expect(assets.map(({ issuer }) => issuer)).toEqual([null, ISSUER, ISSUER, ISSUER, ISSUER]);
});

test("what was told of an asset itself goes before what the list says of it", () => {
  const facts = [someFacts("USDC", { name: "The dollar coin", description: null })];
  expect(heldAssets([aBalance("USDC")], { facts, listed: [LISTED] })[0]).toMatchObject({
    name: "The dollar coin",
    description: null,
    balance: "12.5000000",
  });
});
