import * as v from "valibot";
import { entity, StoredDate } from "./entity.ts";
import { says } from "./values/field-sentences.ts";
import { AssetCode, Id, Instant, NATIVE_CODE, reasonText } from "./values/fields.ts";
import { Amount, Decimal, isAmount, parseAmount } from "./values/money.ts";

export const FeeOperation = v.picklist(["send", "swap", "trade", "amm", "stake", "withdraw", "automation"]);
export const FeeType = v.picklist(["flat", "percent"]);

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
  /** What it is from a time on; until then it is as above. */
  next: v.optional(v.nullable(v.strictObject({ from: StoredDate, rule: FeeRuleFields }))),
});

/** More than nothing and at most a hundred. */
const PERCENT = /^(?=.*[1-9])(\d{1,2}(\.\d+)?|100(\.0+)?)$/;

/** A rule as an operator sets it, from when (at once where it is not said), and why. A flat fee has no bounds. */
export const FeeRuleInput = v.pipe(
  v.strictObject({ ...FeeRuleFields.entries, effectiveAt: v.optional(Instant), reason: reasonText(500) }),
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

/** What a rule is from a time on. */
export const ComingRule = v.strictObject({ from: Instant, rule: FeeRuleFields });
export type ComingRule = v.InferOutput<typeof ComingRule>;

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
  /** What it becomes, and when; null where nothing is to come. */
  next: v.nullable(ComingRule),
});
export type FeeRuleOutput = v.InferOutput<typeof FeeRuleOutput>;

export const FeeRulesOutput = v.strictObject({ rules: v.array(FeeRuleOutput) });
export type FeeRulesOutput = v.InferOutput<typeof FeeRulesOutput>;
