import { expect, test } from "vitest";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { readAssetKey } from "./asset-key.ts";

const ISSUER = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

test.each([
  { assetCode: "XLM", issuer: "" },
  { assetCode: "USDC", issuer: ISSUER },
  // A code that only looks like the network's own coin.
  { assetCode: "XLM", issuer: ISSUER },
])("the key of an asset names it again", (asset) => expect(readAssetKey(assetKeyOf(asset))).toEqual(asset));

test.each(["", "USDC", "XLM-", `USDC-${ISSUER}-x`, `US DC-${ISSUER}`, "USDC-GABC"])("%s names no asset", (key) =>
  expect(readAssetKey(key)).toBe(null),
);
