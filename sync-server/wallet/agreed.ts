import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { isSameMemo, type TypedMemo } from "#schemas/values/memo.ts";
import type { Agreed } from "#schemas/wallet.ts";
import type { OperatorFee } from "#server/fees/index.ts";
import { isSameAsset } from "#server/platform/network/assets.ts";

/** Where a payment goes and what it costs beside its amount. Amounts in stroops. */
export interface Offered {
  /** G... or M... */
  readonly to: string;
  readonly memo: TypedMemo;
  readonly fee: bigint;
  /** The house account that pays the network's fee; null where the payer does. */
  readonly feePayer: string | null;
  readonly operatorFee: OperatorFee | null;
}

/**
 * Holds a payment to what its sender was shown: nobody pays another account, or with another memo, or more, than they agreed to. Throws
 * `recipient-changed` or `fees-risen`.
 */
export function checkAgreed(offered: Offered, agreed: Agreed): void {
  const memo = { type: agreed.memoType, text: agreed.memo };
  if (offered.to !== agreed.to || !isSameMemo(offered.memo, memo)) throw new AppError("recipient-changed");
  const networkFee = offered.feePayer === null ? offered.fee : 0n;
  if (networkFee > parseAmount(agreed.networkFee) || !isWithin(offered.operatorFee, agreed.operatorFee))
    throw new AppError("fees-risen");
}

/** What the network's fee may be raised to later, in stroops as decimal text. */
export function feeLimitOf({ networkFee }: Agreed): string {
  return String(parseAmount(networkFee));
}

function isWithin(fee: OperatorFee | null, agreed: Agreed["operatorFee"]): boolean {
  if (fee === null) return true;
  if (agreed === null) return false;
  const { assetCode, issuer } = agreed;
  return isSameAsset(fee.asset, { assetCode, issuer: issuer ?? "" }) && fee.amount <= parseAmount(agreed.amount);
}
