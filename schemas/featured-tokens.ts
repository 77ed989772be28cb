import * as v from "valibot";
import { entity, optionalText, StoredDate } from "./entity.ts";
import { AssetCode, textUpTo } from "./values/fields.ts";

/** Assets that the operator puts forward. */
export const FeaturedTokens = entity("featured_tokens", {
  assetCode: AssetCode,
  issuer: optionalText,
  name: v.string(),
  description: optionalText,
  imageUrl: optionalText,
  websiteUrl: optionalText,
  featured: v.optional(v.boolean(), true),
  displayOrder: v.optional(v.number(), 0),
  createdAt: StoredDate,
});

/** Most of them that are told. */
export const MAX_FEATURED = 24;

/** What is put forward, in the operator's order; pictures come from this server or not at all. */
export const FeaturedTokensOutput = v.strictObject({
  tokens: v.array(
    v.strictObject({
      assetCode: AssetCode,
      /** Empty for XLM. */
      issuer: textUpTo(56),
      name: v.string(),
      description: v.nullable(v.string()),
      /** An https address; null for none. */
      websiteUrl: v.nullable(v.string()),
      image: v.nullable(v.string()),
    }),
  ),
});
export type FeaturedTokensOutput = v.InferOutput<typeof FeaturedTokensOutput>;
