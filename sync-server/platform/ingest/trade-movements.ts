import type { OperationRecord } from "@stellar/stellar-sdk";
import { accountOf } from "#server/platform/network/addresses.ts";
import { type AssetName, assetKey, isSameAsset } from "#server/platform/network/assets.ts";
import type { LedgerTrade } from "#server/platform/network/markets.ts";
import { exchangedBy, sellerOf } from "./own-trading.ts";

/** By how much a holding of an account differs after an operation, in stroops. */
export interface Delta extends AssetName {
  readonly account: string;
  readonly change: bigint;
}

/** A part of a delta that trading did: what kind, and the pool that it went into or came from, or empty. */
export interface TradedDelta extends Delta {
  readonly type: "trade" | "swap" | "pool_deposit" | "pool_withdraw";
  readonly otherSide: string;
}

/**
 * Tells what trading did apart from what was paid: in a stranger's payment an offer of ours may have been taken on the way, of
 * whoever is paid, too. `trades` are those of the operation.
 */
export function splitTrading(
  operation: OperationRecord,
  source: string,
  deltas: readonly Delta[],
  trades: readonly LedgerTrade[],
): { readonly traded: readonly TradedDelta[]; readonly rest: readonly Delta[] } {
  switch (operation.type) {
    case "manageSellOffer":
    case "manageBuyOffer":
    case "createPassiveSellOffer":
      return { traded: deltas.map((delta) => ({ ...delta, type: "trade", otherSide: "" })), rest: [] };
    case "liquidityPoolDeposit":
    case "liquidityPoolWithdraw": {
      const type = operation.type === "liquidityPoolDeposit" ? "pool_deposit" : "pool_withdraw";
      const otherSide = operation.liquidityPoolId;
      return { traded: deltas.map((delta) => ({ ...delta, type, otherSide })), rest: [] };
    }
    case "pathPaymentStrictSend":
    case "pathPaymentStrictReceive":
      return splitPath(accountOf(operation.destination), accountOf(source), deltas, trades);
    default:
      return { traded: [], rest: deltas };
  }
}

function splitPath(destination: string, source: string, deltas: readonly Delta[], trades: readonly LedgerTrade[]) {
  const traded: TradedDelta[] = [];
  const rest: Delta[] = [];
  for (const delta of deltas) {
    if (delta.account === source && source === destination) {
      traded.push({ ...delta, type: "swap", otherSide: "" });
    } else if (delta.account !== source && delta.account !== destination) {
      traded.push({ ...delta, type: "trade", otherSide: "" });
    } else if (delta.account === source) {
      rest.push(delta);
    }
  }
  if (source === destination) return { traded, rest };
  // What the receiver's own offers gave on the way may have come back to them as the payment: then nothing differs.
  const byOffers = madeBy(destination, trades);
  const own = deltas.filter(({ account }) => account === destination);
  const changed = own.filter((delta) => !byOffers.some((made) => isSameAsset(made, delta)));
  for (const made of byOffers) {
    const change = (own.find((delta) => isSameAsset(made, delta))?.change ?? 0n) - made.change;
    if (made.change !== 0n) traded.push({ ...made, type: "trade", otherSide: "" });
    if (change !== 0n) rest.push({ ...made, change });
  }
  return { traded, rest: [...rest, ...changed] };
}

/** What the offers of an account gave and got, each asset once. */
function madeBy(account: string, trades: readonly LedgerTrade[]): Delta[] {
  const sums = new Map<string, Delta>();
  const add = (asset: AssetName, change: bigint): void => {
    const former = sums.get(assetKey(asset))?.change ?? 0n;
    sums.set(assetKey(asset), { ...asset, account, change: former + change });
  };
  for (const trade of trades) {
    if (sellerOf(trade.maker) !== account) continue;
    const { given, givenAmount, got, gotAmount } = exchangedBy(trade, account);
    add(given, -givenAmount);
    add(got, gotAmount);
  }
  return [...sums.values()];
}
