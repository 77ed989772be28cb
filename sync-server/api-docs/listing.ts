import type { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const LISTING_DOCS = {
  listing: {
    summary: "All that is listed and what was once, with what the network says of each issuer now",
    errors: ["network-unreachable"],
  },
  previewListing: {
    summary:
      "What is known of an asset (code and issuer), or of all that a domain names, before it is listed: its issuer's powers, what its domain says, and what stands against listing it",
    errors: [
      "issuer-missing",
      "domain-malformed",
      "domain-unreadable",
      "domain-elsewhere",
      "domain-without-assets",
      "network-unreachable",
      "rate-limited",
    ],
  },
  listAsset: {
    summary:
      "Lists an asset, to which two operators agree: it is traded, priced and counted from then on, in every process and on every device",
    errors: [
      "issuer-missing",
      "listing-asset-missing",
      "listing-known",
      "listing-code-taken",
      "listing-namesake",
      "listing-powers-changed",
      "listing-full",
      "listing-changed",
      "proposal-open",
      "operator-frozen",
      "picture-refused",
      "domain-unreadable",
      "network-unreachable",
      "rate-limited",
    ],
  },
  changeListedAsset: {
    summary: "Changes what people are told of a listed asset, its picture, its place and whether it is put forward",
    errors: ["listing-unknown", "listing-changed", "picture-refused", "domain-unreadable", "rate-limited"],
  },
  delistAsset: {
    summary:
      "Takes an asset off the list: nobody buys it here any more, who holds it can sell it, send it and remove it, and standing orders in it end",
    errors: ["listing-unknown", "listing-is-dollar", "listing-changed"],
  },
  setDollar: {
    summary:
      "Says which listed asset is the US dollar, by which all is priced and limits are counted; two operators agree to it",
    errors: ["listing-unknown", "listing-changed", "proposal-open", "operator-frozen"],
  },
  setPairs: {
    summary: "Says which pairs of listed assets are put forward, in order",
    errors: ["listing-unknown", "listing-pair-twice", "listing-changed"],
  },
} as const satisfies DocsOf<typeof LISTING_ENDPOINTS>;
