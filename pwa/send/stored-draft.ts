import * as v from "valibot";
import { AmountUnit } from "#pwa/parts/assets/own-currency.ts";
import { MemoType } from "#schemas/values/memo.ts";
import { PayMessage } from "#schemas/values/pay-message.ts";

/** A draft as this device stores it; what an older version of the app left out is as it was then. */
export const StoredDraft = v.object({
  to: v.string(),
  asset: v.string(),
  amount: v.string(),
  amountIn: v.optional(AmountUnit, "asset"),
  memo: v.string(),
  memoType: v.optional(MemoType, "text"),
  networkPassphrase: v.optional(v.string(), ""),
  message: v.optional(PayMessage, ""),
});
