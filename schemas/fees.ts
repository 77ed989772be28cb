import * as v from "valibot";
import { entity, StoredDate } from "./entity.ts";
import { AssetCode, NATIVE_CODE } from "./fields.ts";
import { Amount, Decimal } from "./money.ts";

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
