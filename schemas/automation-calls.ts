import * as v from "valibot";
import { AutomationStatus, AutomationTerms, ExecutionMode } from "./automated-trading.ts";
import { ToldRefusal } from "./said.ts";
import { TRADE_CONFIRMATION, TRADE_COST } from "./trading.ts";
import { Uid } from "./values/fields.ts";

/** `auto` trades only for whoever says that they know what can be lost. */
export const AutomationWish = v.strictObject({
  terms: AutomationTerms,
  executionMode: ExecutionMode,
  riskAccepted: v.boolean(),
});
export type AutomationWish = v.InferOutput<typeof AutomationWish>;

/** What a start costs (`operatorFees`, once), what each trade of it may cost beside itself (`perTrade`), and everything that stands against it. */
export const AutomationCheckOutput = v.strictObject({
  ...TRADE_COST,
  /** Of `auto` alone; null where the terms cannot be read. */
  perTrade: v.nullable(v.strictObject({ networkFee: TRADE_COST.networkFee, operatorFees: TRADE_COST.operatorFees })),
  /** What would keep a trade from going out if it were now. */
  warnings: v.array(ToldRefusal),
});
export type AutomationCheckOutput = v.InferOutput<typeof AutomationCheckOutput>;

/** `agreed` is what the start costs, as the check told; `perTrade` what each trade may cost beside itself. */
export const AutomationInput = v.strictObject({
  automation: AutomationWish,
  perTrade: TRADE_CONFIRMATION.agreed,
  ...TRADE_CONFIRMATION,
});
export type AutomationInput = v.InferOutput<typeof AutomationInput>;

/** Lets one that is paused go on, or has it trade instead of telling, or tell instead of trading. */
export const AutomationGoOn = v.strictObject({ uid: Uid, executionMode: ExecutionMode, riskAccepted: v.boolean() });
export type AutomationGoOn = v.InferOutput<typeof AutomationGoOn>;
export const AutomationGoOnInput = v.strictObject({ goOn: AutomationGoOn, ...TRADE_CONFIRMATION });
export type AutomationGoOnInput = v.InferOutput<typeof AutomationGoOnInput>;

export const AutomationOutput = v.strictObject({ uid: Uid, status: AutomationStatus });
export type AutomationOutput = v.InferOutput<typeof AutomationOutput>;
