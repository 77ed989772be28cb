import * as v from "valibot";
import { says } from "./values/field-sentences.ts";
import { AssetCode, requiredText, textUpTo } from "./values/fields.ts";

/** A difference between what the database says and what the ledger says, or between what is owed and what is held. Amounts are decimal texts. */
export const DifferenceOutput = v.strictObject({
  address: v.string(),
  /** An asset as `XLM` or `CODE-ISSUER`; the asset whose payments it halts. */
  asset: v.string(),
  /** What was compared: `balance`, `shown` (the row its owner sees), `reserves`, `existence`, or `owed`. */
  what: v.picklist(["balance", "shown", "reserves", "existence", "owed"]),
  database: v.string(),
  ledger: v.string(),
});

/** The records of one asset, as sums over all accounts of ours. */
export const AssetRecords = v.strictObject({
  asset: v.string(),
  /** What the database says that our accounts hold. */
  database: v.string(),
  /** What the ledger says that they hold. */
  ledger: v.string(),
  /** What is promised and not yet paid: payments under way, approved deposits, unclaimed money in suspense. */
  owed: v.string(),
  differences: v.number(),
  isHalted: v.boolean(),
});
export type AssetRecords = v.InferOutput<typeof AssetRecords>;

export const ReconciliationOutput = v.strictObject({
  accounts: v.number(),
  /** Accounts that changed every time they were looked at; the next run sees them. */
  skipped: v.number(),
  tookMs: v.number(),
  assets: v.array(AssetRecords),
  /** The first hundred. */
  differences: v.array(DifferenceOutput),
});
export type ReconciliationOutput = v.InferOutput<typeof ReconciliationOutput>;

/** An operator's word that the difference of an asset is understood. */
export const AcceptDifferenceInput = v.strictObject({
  assetCode: AssetCode,
  /** Empty for XLM. */
  issuer: v.pipe(textUpTo(56), v.regex(/^(G[A-Z2-7]{55})?$/, says("issuer"))),
  evidence: requiredText(500, says("say-what-found")),
});
export type AcceptDifferenceInput = v.InferOutput<typeof AcceptDifferenceInput>;
