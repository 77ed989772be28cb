import type { OperationRecord } from "@stellar/stellar-sdk";
import { accountOf } from "#server/platform/network/addresses.ts";
import { type AssetName, isSameAsset } from "#server/platform/network/assets.ts";
import type { LedgerTrade } from "#server/platform/network/markets.ts";
import { exchangedBy } from "./order-changes.ts";
import { sellerOf } from "./own-trading.ts";

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
      continue;
    }
    const isParty = delta.account === source || delta.account === destination;
    const byOffers = isParty ? madeBy(delta, trades) : delta.change;
    if (byOffers !== 0n) traded.push({ ...delta, change: byOffers, type: "trade", otherSide: "" });
    if (byOffers !== delta.change) rest.push({ ...delta, change: delta.change - byOffers });
  }
  return { traded, rest };
}

/** What the offers of an account gave and got of an asset. */
function madeBy({ account, assetCode, issuer }: Delta, trades: readonly LedgerTrade[]): bigint {
  const asset = { assetCode, issuer };
  return trades
    .filter(({ maker }) => sellerOf(maker) === account)
    .map((trade) => exchangedBy(trade, account))
    .reduce(
      (sum, { given, givenAmount, got, gotAmount }) =>
        sum + (isSameAsset(got, asset) ? gotAmount : 0n) - (isSameAsset(given, asset) ? givenAmount : 0n),
      0n,
    );
}
