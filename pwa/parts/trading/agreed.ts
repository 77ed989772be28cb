import { agreedFee, type Proof } from "#pwa/parts/confirming/use-confirmation.ts";
import type { SwapCheckOutput, SwapInput, TradeAgreed } from "#schemas/trading.ts";

/** What every check of a trade tells beside the trade itself. */
export type TradeCheck = Omit<SwapCheckOutput, "sendAmount" | "receiveAmount">;

/** What a person agrees to by confirming what a check showed. */
export function agreedOf(check: TradeCheck): TradeAgreed {
  return { networkFee: agreedFee(check), operatorFees: check.operatorFees };
}

/** What a confirmation of a trade comes with. */
export function confirmationOf(
  check: TradeCheck,
  idempotencyKey: string,
  { password, code, passkey }: Proof,
): Omit<SwapInput, "swap"> {
  return {
    agreed: agreedOf(check),
    idempotencyKey,
    ...(check.takesBack.length > 0 && { takesBack: check.takesBack.map(({ offerId }) => offerId) }),
    ...(password !== "" && { password }),
    ...(code !== "" && { code }),
    ...(passkey !== null && { passkey }),
  };
}
