import { atPrice, formatAmount } from "#schemas/values/money.ts";
import type { SubmittedOperation } from "#schemas/wallet.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { TradeStep } from "#server/platform/submissions/trade-steps.ts";

/** A step of trading as a person has to know it: the most that it gives, and the least that it gets. */
export function tradeOf(step: TradeStep): SubmittedOperation {
  const { type } = step;
  switch (step.type) {
    case "manage_sell_offer":
    case "create_passive_sell_offer": {
      const amount = BigInt(step.amount);
      return told(type, step.selling, amount, step.buying, atPrice(amount, step.price, "down"));
    }
    case "manage_buy_offer": {
      const amount = BigInt(step.amount);
      return told(type, step.selling, atPrice(amount, step.price, "up"), step.buying, amount);
    }
    case "path_payment_strict_send":
    case "path_payment_strict_receive":
      return told(type, step.send, BigInt(step.sendAmount), step.receive, BigInt(step.receiveAmount));
    case "pool_deposit":
      return told(type, step.assetA, BigInt(step.maxA), step.assetB, BigInt(step.maxB));
    case "pool_withdraw":
      return told(type, step.assetA, BigInt(step.minA), step.assetB, BigInt(step.minB));
    case "cancel_offer":
      return { ...told(type, step.selling, 0n, step.buying, 0n), amount: null };
    case "pool_trust":
    case "pool_untrust":
      return { ...told(type, step.assetA, 0n, step.assetB, 0n), amount: null };
  }
}

function told(type: string, asset: AssetName, amount: bigint, beside: AssetName, other: bigint): SubmittedOperation {
  return {
    type,
    to: null,
    amount: formatAmount(amount),
    assetCode: asset.assetCode,
    issuer: asset.issuer || null,
    other: { assetCode: beside.assetCode, issuer: beside.issuer || null, amount: formatAmount(other) },
  };
}
