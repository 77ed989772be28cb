import * as v from "valibot";
import { entity, StoredDate } from "./entity.ts";
import { says } from "./values/field-sentences.ts";
import { AssetCode, Id, Instant, NATIVE_CODE, reasonText } from "./values/fields.ts";
import { Amount, Decimal, isAmount, parseAmount } from "./values/money.ts";

export const FeeOperation = v.picklist(["send", "swap", "trade", "amm", "stake", "withdraw"]);
export const FeeType = v.picklist(["flat", "percent"]);

/** An operator's fee: flat in `assetCode`, or a percentage between `minFee` and `maxFee`. */
export const FeeConfig = entity("fee_config", {
  operationType: FeeOperation,
  feeType: FeeType,
  feeValue: Decimal,
  minFee: v.optional(v.nullable(Amount), null),
  maxFee: v.optional(v.nullable(Amount), null),
  assetCode: v.optional(AssetCode, NATIVE_CODE),
  active: v.optional(v.boolean(), true),
  lastUpdated: StoredDate,
});

/** More than nothing and at most a hundred. */
const PERCENT = /^(?=.*[1-9])(\d{1,2}(\.\d+)?|100(\.0+)?)$/;

/** What a rule says. Its code is that of XLM, or of the one asset of this code that the house takes fees in. */
export const FeeRuleFields = v.strictObject({
  operationType: FeeOperation,
  feeType: FeeType,
  feeValue: Decimal,
  minFee: v.nullable(Amount),
  maxFee: v.nullable(Amount),
  assetCode: AssetCode,
  active: v.boolean(),
});
export type FeeRuleFields = v.InferOutput<typeof FeeRuleFields>;

/** A rule as an operator sets it, and why. A flat fee has no bounds. */
export const FeeRuleInput = v.pipe(
  v.strictObject({ ...FeeRuleFields.entries, reason: reasonText(500) }),
  v.forward(
    v.partialCheck(
      [["feeType"], ["feeValue"]],
      ({ feeType, feeValue }) => feeType !== "percent" || PERCENT.test(feeValue),
      says("fee-percentage"),
    ),
    ["feeValue"],
  ),
  v.forward(
    v.partialCheck(
      [["feeType"], ["feeValue"]],
      ({ feeType, feeValue }) => feeType !== "flat" || (isAmount(feeValue) && parseAmount(feeValue) > 0n),
      says("fee-amount"),
    ),
    ["feeValue"],
  ),
  v.forward(
    v.partialCheck(
      [["feeType"], ["minFee"], ["maxFee"]],
      ({ feeType, minFee, maxFee }) => feeType === "percent" || (minFee === null && maxFee === null),
      says("fee-bounds"),
    ),
    ["minFee"],
  ),
  v.forward(
    v.partialCheck(
      [["minFee"], ["maxFee"]],
      ({ minFee, maxFee }) => minFee === null || maxFee === null || parseAmount(minFee) <= parseAmount(maxFee),
      says("fee-bounds-crossed"),
    ),
    ["maxFee"],
  ),
);
export type FeeRuleInput = v.InferOutput<typeof FeeRuleInput>;

/** Which rule, as the path says it. */
export const FeeRuleParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed rule number"), v.transform(Number)),
});

export const FeeRuleOutput = v.strictObject({
  id: Id,
  operationType: FeeOperation,
  feeType: FeeType,
  feeValue: Decimal,
  minFee: v.nullable(Amount),
  maxFee: v.nullable(Amount),
  assetCode: AssetCode,
  active: v.boolean(),
  lastUpdated: Instant,
});
export type FeeRuleOutput = v.InferOutput<typeof FeeRuleOutput>;

export const FeeRulesOutput = v.strictObject({ rules: v.array(FeeRuleOutput) });
export type FeeRulesOutput = v.InferOutput<typeof FeeRulesOutput>;
