import * as v from "valibot";
import { entity, optionalText } from "./entity.ts";
import { AssetCode, Id } from "./values/fields.ts";
import { Amount, ZERO_AMOUNT } from "./values/money.ts";

/** An asset a user holds. */
export const Assets = entity("assets", {
  assetCode: AssetCode,
  issuer: optionalText,
  name: v.string(),
  description: optionalText,
  website: optionalText,
  userId: Id,
  balance: v.optional(v.union([Amount, v.literal("0")]), "0"),
});

/** What one holds: each balance with what the directory says of its asset. */
export const HoldingsOutput = v.strictObject({
  assets: v.array(
    v.strictObject({
      assetCode: AssetCode,
      /** Null for XLM. */
      issuer: v.nullable(v.string()),
      /** The code, where nobody tells a name. */
      name: v.string(),
      description: v.nullable(v.string()),
      /** An https address; null for none. */
      website: v.nullable(v.string()),
      balance: Amount,
    }),
  ),
});
export type HoldingsOutput = v.InferOutput<typeof HoldingsOutput>;

/**
 * Text of a balance for display: null or undefined is "0.0000000", a text loses its commas and is kept if numeric,
 * a number becomes a text, and anything else is the default (spec section 5).
 */
export function balanceText(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return ZERO_AMOUNT;
  const plain = value.replaceAll(",", "");
  return plain.trim() !== "" && Number.isFinite(Number(plain)) ? plain : ZERO_AMOUNT;
}
