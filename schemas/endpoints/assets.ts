import { HoldingsOutput } from "#schemas/assets.ts";
import { FeaturedTokensOutput } from "#schemas/featured-tokens.ts";
import {
  AssetFactsOutput,
  AssetLookupQuery,
  ListedAssetsOutput,
  TrustlineCheckInput,
  TrustlineCheckOutput,
  TrustlineInput,
  TrustlineOutput,
} from "#schemas/trustlines.ts";
import type { Endpoint } from "./endpoint.ts";

/** Which assets there are, and which of them one holds. */
export const ASSETS_ENDPOINTS = {
  listedAssets: {
    method: "GET",
    path: "/api/assets/listed",
    access: "anyone",
    keyScopes: ["read"],
    output: ListedAssetsOutput,
  },
  featuredTokens: {
    method: "GET",
    path: "/api/featured-tokens",
    access: "anyone",
    keyScopes: ["read"],
    output: FeaturedTokensOutput,
  },
  holdings: {
    method: "GET",
    path: "/api/assets",
    access: "user",
    keyScopes: ["read"],
    output: HoldingsOutput,
  },
  heldAssets: {
    method: "GET",
    path: "/api/assets/held",
    access: "user",
    keyScopes: ["read"],
    output: AssetFactsOutput,
  },
  lookUpAsset: {
    method: "GET",
    path: "/api/assets/lookup",
    access: "user",
    query: AssetLookupQuery,
    output: AssetFactsOutput,
  },
  checkTrustline: {
    method: "POST",
    path: "/api/wallet/trustlines/check",
    access: "user",
    input: TrustlineCheckInput,
    output: TrustlineCheckOutput,
  },
  addTrustline: {
    method: "POST",
    path: "/api/wallet/trustlines",
    access: "user",
    input: TrustlineInput,
    output: TrustlineOutput,
    status: 202,
  },
  removeTrustline: {
    method: "POST",
    path: "/api/wallet/trustlines/remove",
    access: "user",
    input: TrustlineInput,
    output: TrustlineOutput,
    status: 202,
  },
} as const satisfies Record<string, Endpoint>;
