import { agreedFee } from "#pwa/assets/use-change.ts";
import type { SwapCheckOutput, TradeAgreed } from "#schemas/trading.ts";

/** What every check of a trade tells beside the trade itself. */
export type TradeCheck = Omit<SwapCheckOutput, "sendAmount" | "receiveAmount">;

/** What a person agrees to by confirming what a check showed. */
export function agreedOf(check: TradeCheck): TradeAgreed {
  return { networkFee: agreedFee(check), operatorFees: check.operatorFees };
}
