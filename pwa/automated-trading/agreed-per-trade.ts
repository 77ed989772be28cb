import { agreedFee } from "#pwa/parts/confirming/use-confirmation.ts";
import type { AutomationCheckOutput } from "#schemas/automation-calls.ts";
import type { TradeAgreed } from "#schemas/trading.ts";
import { ZERO_AMOUNT } from "#schemas/values/money.ts";

/** What its owner agrees that each trade may cost beside itself: nothing where it only tells. */
export function agreedPerTrade({
  perTrade,
  isFeeSponsored,
}: Pick<AutomationCheckOutput, "perTrade" | "isFeeSponsored">): TradeAgreed {
  if (perTrade === null) return { networkFee: ZERO_AMOUNT, operatorFees: [] };
  const { networkFee, operatorFees } = perTrade;
  return { networkFee: agreedFee({ networkFee, isFeeSponsored }), operatorFees };
}
