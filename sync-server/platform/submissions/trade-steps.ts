import { Operation } from "@stellar/stellar-sdk";
import { formatAmount, type Price } from "#schemas/values/money.ts";
import type { OrderKind, OrderSide } from "#schemas/trading.ts";
import { type AssetName, toSdkAsset } from "#server/platform/network/assets.ts";
import { poolAssetOf } from "#server/platform/network/pool-assets.ts";

/** What a person placed, of which the ledger knows no more than the offer or payment that carries it out. */
export interface PlacedAs {
  readonly kind: OrderKind;
  readonly side: OrderSide;
}

interface Offered {
  readonly source: string;
  readonly selling: AssetName;
  readonly buying: AssetName;
  readonly amount: string;
  readonly price: Price;
}

interface Path {
  readonly source: string;
  readonly send: AssetName;
  readonly receive: AssetName;
  /** Between the two. */
  readonly path: readonly AssetName[];
  /** What leaves: exactly, or at most. */
  readonly sendAmount: string;
  /** What arrives: at least, or exactly. */
  readonly receiveAmount: string;
  /** Absent for a swap. */
  readonly placedAs?: PlacedAs;
}

/**
 * An operation of trading, as it is stored. An `offerId` of "0" makes a new offer; amounts are stroops as decimal texts, assets A and
 * B in the pool's own order.
 */
export type TradeStep =
  /** `amount` is of what is sold; units of `buying` for one of it. */
  | (Offered & { readonly type: "manage_sell_offer"; readonly offerId: string; readonly placedAs: PlacedAs })
  /** `amount` is of what is bought; units of `selling` for one of it. */
  | (Offered & { readonly type: "manage_buy_offer"; readonly offerId: string; readonly placedAs: PlacedAs })
  | (Offered & { readonly type: "create_passive_sell_offer"; readonly placedAs: PlacedAs })
  /** Takes an offer out of the book; its price is named, since the network asks for one. */
  | (Omit<Offered, "amount"> & { readonly type: "cancel_offer"; readonly offerId: string })
  /** To oneself. */
  | (Path & { readonly type: "path_payment_strict_send" })
  | (Path & { readonly type: "path_payment_strict_receive" })
  /** The line that holds shares of a pool. */
  | {
      readonly type: "pool_trust" | "pool_untrust";
      readonly source: string;
      readonly assetA: AssetName;
      readonly assetB: AssetName;
    }
  /** Prices are units of A for one of B. */
  | {
      readonly type: "pool_deposit";
      readonly source: string;
      readonly poolId: string;
      readonly assetA: AssetName;
      readonly assetB: AssetName;
      readonly maxA: string;
      readonly maxB: string;
      readonly minPrice: Price;
      readonly maxPrice: Price;
    }
  | {
      readonly type: "pool_withdraw";
      readonly source: string;
      readonly poolId: string;
      readonly assetA: AssetName;
      readonly assetB: AssetName;
      readonly shares: string;
      readonly minA: string;
      readonly minB: string;
    };

/** The operation as the SDK builds it. */
export function toTradeOperation(step: TradeStep) {
  const { source } = step;
  switch (step.type) {
    case "manage_sell_offer":
      return Operation.manageSellOffer({ ...offerOf(step), amount: text(step.amount), offerId: step.offerId });
    case "manage_buy_offer":
      return Operation.manageBuyOffer({ ...offerOf(step), buyAmount: text(step.amount), offerId: step.offerId });
    case "create_passive_sell_offer":
      return Operation.createPassiveSellOffer({ ...offerOf(step), amount: text(step.amount) });
    case "cancel_offer":
      return Operation.manageSellOffer({ ...offerOf(step), amount: "0", offerId: step.offerId });
    case "path_payment_strict_send":
      return Operation.pathPaymentStrictSend({
        ...pathOf(step),
        sendAmount: text(step.sendAmount),
        destMin: text(step.receiveAmount),
      });
    case "path_payment_strict_receive":
      return Operation.pathPaymentStrictReceive({
        ...pathOf(step),
        sendMax: text(step.sendAmount),
        destAmount: text(step.receiveAmount),
      });
    case "pool_trust":
      return Operation.changeTrust({ source, asset: poolAssetOf(step) });
    case "pool_untrust":
      return Operation.changeTrust({ source, asset: poolAssetOf(step), limit: "0" });
    case "pool_deposit":
      return Operation.liquidityPoolDeposit({
        source,
        liquidityPoolId: step.poolId,
        maxAmountA: text(step.maxA),
        maxAmountB: text(step.maxB),
        minPrice: { ...step.minPrice },
        maxPrice: { ...step.maxPrice },
      });
    case "pool_withdraw":
      return Operation.liquidityPoolWithdraw({
        source,
        liquidityPoolId: step.poolId,
        amount: text(step.shares),
        minAmountA: text(step.minA),
        minAmountB: text(step.minB),
      });
  }
}

const TRADES: ReadonlySet<string> = new Set<TradeStep["type"]>([
  "manage_sell_offer",
  "manage_buy_offer",
  "create_passive_sell_offer",
  "cancel_offer",
  "path_payment_strict_send",
  "path_payment_strict_receive",
  "pool_trust",
  "pool_untrust",
  "pool_deposit",
  "pool_withdraw",
]);

export function isTradeStep(step: { readonly type: string }): step is TradeStep {
  return TRADES.has(step.type);
}

/** Whether a transaction does nothing but take orders out of the book: it pays nobody, and gives the account what they bound. */
export function isTakingBack(steps: readonly { readonly type: string }[]): boolean {
  return steps.length > 0 && steps.every(({ type }) => type === "cancel_offer");
}

/** Every asset that a step trades, once its own order is given up: none for one that only takes an offer back. */
export function tradedAssets(step: TradeStep): readonly AssetName[] {
  switch (step.type) {
    case "cancel_offer":
    case "pool_trust":
    case "pool_untrust":
      return [];
    case "path_payment_strict_send":
    case "path_payment_strict_receive":
      return [step.send, ...step.path, step.receive];
    case "pool_deposit":
    case "pool_withdraw":
      return [step.assetA, step.assetB];
    default:
      return [step.selling, step.buying];
  }
}

function offerOf({ source, selling, buying, price }: Omit<Offered, "amount">) {
  return { source, selling: toSdkAsset(selling), buying: toSdkAsset(buying), price: { ...price } };
}

function pathOf({ source, send, receive, path }: Path) {
  return {
    source,
    destination: source,
    sendAsset: toSdkAsset(send),
    destAsset: toSdkAsset(receive),
    path: path.map(toSdkAsset),
  };
}

function text(stroops: string): string {
  return formatAmount(BigInt(stroops));
}
