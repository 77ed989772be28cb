import * as v from "valibot";
import { entity, optionalText, StoredDate } from "./entity.ts";
import { AssetCode } from "./fields.ts";

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
