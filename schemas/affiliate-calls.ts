import * as v from "valibot";
import { says } from "./values/field-sentences.ts";

/** How a code is written; case means nothing in it. */
export const CODE_PATTERN = /^[a-z0-9](?:[a-z0-9-]{2,18})[a-z0-9]$/;

/** A code that somebody chooses for their link, once. */
export const AffiliateCodeInput = v.strictObject({
  code: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(CODE_PATTERN, says("affiliate-code"))),
});
export type AffiliateCodeInput = v.InferOutput<typeof AffiliateCodeInput>;

export const AffiliateCodeOutput = v.strictObject({ affiliateCode: v.string(), referralLink: v.string() });
export type AffiliateCodeOutput = v.InferOutput<typeof AffiliateCodeOutput>;
