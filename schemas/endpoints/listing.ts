import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import {
  ChangeListedInput,
  DelistInput,
  ListAssetInput,
  ListedParams,
  LISTING_BODY_BYTES,
  ListingOutput,
  ListingPreviewOutput,
  SetDollarInput,
  SetPairsInput,
} from "#schemas/listing.ts";
import { AssetLookupQuery } from "#schemas/trustlines.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators list: assets, the pairs that are put forward, and which asset is the dollar. */
export const LISTING_ENDPOINTS = {
  listing: {
    method: "GET",
    path: "/api/admin/listing",
    access: "admin",
    permission: "listings.read",
    output: ListingOutput,
  },
  previewListing: {
    method: "GET",
    path: "/api/admin/listing/preview",
    access: "admin",
    permission: "listings.read",
    // It reads whatever site it is told to.
    keyScopes: [],
    query: AssetLookupQuery,
    output: ListingPreviewOutput,
  },
  listAsset: {
    method: "POST",
    path: "/api/admin/listing/assets",
    access: "operator",
    permission: "listings.edit",
    input: ListAssetInput,
    bodyBytes: LISTING_BODY_BYTES,
    output: v.union([ListingOutput, AwaitsApproval]),
    status: 201,
  },
  changeListedAsset: {
    method: "PUT",
    path: "/api/admin/listing/assets/:asset",
    access: "operator",
    permission: "listings.edit",
    params: ListedParams,
    input: ChangeListedInput,
    bodyBytes: LISTING_BODY_BYTES,
    output: ListingOutput,
  },
  delistAsset: {
    method: "POST",
    path: "/api/admin/listing/assets/:asset/delist",
    access: "operator",
    permission: "listings.edit",
    params: ListedParams,
    input: DelistInput,
    output: ListingOutput,
  },
  setDollar: {
    method: "PUT",
    path: "/api/admin/listing/dollar",
    access: "operator",
    permission: "listings.set-dollar",
    input: SetDollarInput,
    output: v.union([ListingOutput, AwaitsApproval]),
  },
  setPairs: {
    method: "PUT",
    path: "/api/admin/listing/pairs",
    access: "operator",
    permission: "listings.edit",
    input: SetPairsInput,
    output: ListingOutput,
  },
} as const satisfies Record<string, Endpoint>;
