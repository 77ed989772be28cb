import type { Review } from "#pwa/send/door.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { SendCheckOutput } from "#schemas/wallet.ts";

/** Where the XLM that is left goes, as it was looked up. */
export interface Rest {
  readonly amount: string;
  /** As the person wrote it; the server reads it once more. */
  readonly sendRestTo: string;
  readonly memo: string;
  /** What the server found out about a payment of it. */
  readonly check: SendCheckOutput;
}

/** The rest as the payment that it is, for what a payment is warned of. */
export function reviewOfRest({ amount, sendRestTo, memo, check }: Rest): Review {
  const payment = {
    to: sendRestTo,
    assetCode: NATIVE_CODE,
    issuer: "",
    amountStroops: parseAmount(amount),
    memo,
    memoType: "text",
    networkPassphrase: "",
    message: "",
    asClaimable: false,
  } as const;
  return { payment, check, key: "" };
}

export function isPositiveAmount(amount: string): boolean {
  return parseAmount(amount) > 0n;
}

/** Whether the person has written the name of the account, which closing for good asks for. */
export function isNameRepeated(typed: string, username: string): boolean {
  return typed.trim().toLowerCase() === username.toLowerCase();
}
