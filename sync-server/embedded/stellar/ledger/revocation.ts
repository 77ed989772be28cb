import { xdr } from "@stellar/stellar-sdk";
import type { AssetWire, LedgerEntryWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { poolWithdrawal } from "#schemas/values/exchange.ts";
import { isIssuer } from "./assets.ts";
import { hex, poolKey, sameAsset } from "./keys.ts";
import { LineFlag } from "./limits.ts";
import { loadLine } from "./lines.ts";
import { releaseLiabilities } from "./offers.ts";
import { leavePool, loadPool } from "./pools.ts";
import { establishSponsorship, mustLoad, releaseEntry, reserveForNewEntry, sponsorIn } from "./sponsorship.ts";
import type { LedgerState } from "./state.ts";
import { sha256 } from "./transaction.ts";

/** The operation that revokes, from which the ids of what it leaves behind are made. */
export interface RevokingOperation {
  readonly transactionSource: PublicKeyWire;
  readonly transactionSeqNum: bigint;
  readonly index: number;
}

export type RevocationOutcome = "ok" | "low-reserve" | "too-many-sponsoring";

/** Ends an account's dealings in an asset it is no longer authorized to hold: its offers and its pool shares. */
export function endDealings(
  state: LedgerState,
  account: PublicKeyWire,
  asset: AssetWire,
  operation: RevokingOperation,
): RevocationOutcome {
  for (const key of state.book.ofSeller(hex(account.ed25519))) {
    const data = state.peek(key)?.data;
    if (data?.type !== 2) continue;
    if (sameAsset(data.offer.buying, asset) || sameAsset(data.offer.selling, asset)) removeOffer(state, key);
  }
  for (const key of state.poolShareKeys(account)) {
    const outcome = redeemPoolShares(state, key, account, asset, operation);
    if (outcome !== "ok") return outcome;
  }
  return "ok";
}

function removeOffer(state: LedgerState, key: string): void {
  const entry = state.load(key);
  if (entry?.data.type !== 2) throw new Error("offer is missing");
  releaseLiabilities(state, entry.data.offer);
  releaseEntry(state, entry, mustLoad(state, entry.data.offer.sellerId));
  state.erase(key);
}

function redeemPoolShares(
  state: LedgerState,
  key: string,
  account: PublicKeyWire,
  asset: AssetWire,
  operation: RevokingOperation,
): RevocationOutcome {
  const peeked = state.peek(key);
  if (peeked?.data.type !== 1 || peeked.data.trustLine.asset.type !== 3) return "ok";
  const { liquidityPoolId } = peeked.data.trustLine.asset;
  const poolData = state.peek(poolKey(liquidityPoolId))?.data;
  if (poolData?.type !== 5) throw new Error("liquidity pool is missing");
  const { assetA, assetB } = poolData.liquidityPool.body.constantProduct.params;
  if (!sameAsset(assetA, asset) && !sameAsset(assetB, asset)) return "ok";

  const entry = state.load(key);
  if (entry?.data.type !== 1) throw new Error("pool share trust line is missing");
  const { balance } = entry.data.trustLine;
  const payer = sponsorIn(entry) ?? account;
  releaseEntry(state, entry, mustLoad(state, account));
  state.erase(key);

  const pool = loadPool(state, liquidityPoolId);
  if (!pool) throw new Error("liquidity pool is missing");
  if (balance !== 0n) {
    const amountA = poolWithdrawal(balance, pool.totalPoolShares, pool.reserveA);
    const amountB = poolWithdrawal(balance, pool.totalPoolShares, pool.reserveB);
    for (const [part, amount] of [
      [assetA, amountA],
      [assetB, amountB],
    ] as const) {
      const outcome = leaveBehind(state, { account, payer, asset: part, amount, liquidityPoolId }, operation);
      if (outcome !== "ok") return outcome;
    }
    pool.totalPoolShares -= balance;
    pool.reserveA -= amountA;
    pool.reserveB -= amountB;
  }
  leavePool(state, account, liquidityPoolId);
  return "ok";
}

interface LeftBehind {
  readonly account: PublicKeyWire;
  readonly payer: PublicKeyWire;
  readonly asset: AssetWire;
  readonly amount: bigint;
  readonly liquidityPoolId: Uint8Array;
}

/** Leaves an amount as a claimable balance, at the reserve that the pool shares had taken. */
function leaveBehind(
  state: LedgerState,
  { account, payer, asset, amount, liquidityPoolId }: LeftBehind,
  operation: RevokingOperation,
): RevocationOutcome {
  if (isIssuer(account, asset) || amount === 0n) return "ok";
  const line = asset.type === 0 ? undefined : loadLine(state, account, asset);
  const isClawbackEnabled = line?.kind === "trust" && (line.entry.flags & LineFlag.clawback) !== 0;
  const entry: LedgerEntryWire = {
    lastModifiedLedgerSeq: 0,
    data: {
      type: 4,
      claimableBalance: {
        balanceId: { type: 0, v0: revokedBalanceId(operation, liquidityPoolId, asset) },
        claimants: [{ type: 0, v0: { destination: account, predicate: { type: 0 } } }],
        asset,
        amount,
        ext: isClawbackEnabled ? { v: 1, v1: { ext: { v: 0 }, flags: 1 } } : { v: 0 },
      },
    },
    ext: { v: 0 },
  };
  if (state.sponsorOf(payer)) {
    const outcome = reserveForNewEntry(state, entry, mustLoad(state, payer));
    if (outcome === "low-reserve" || outcome === "too-many-sponsoring") return outcome;
    if (outcome !== "ok") throw new Error(`claimable balance refused: ${outcome}`);
  } else {
    establishSponsorship(entry, mustLoad(state, payer), undefined);
  }
  state.create(entry);
  return "ok";
}

/** The id of what a revocation leaves behind of one asset of a pool. */
export function revokedBalanceId(
  operation: RevokingOperation,
  liquidityPoolId: Uint8Array,
  asset: AssetWire,
): Uint8Array {
  return sha256(
    xdr.HashIdPreimage.schema.encode({
      type: 7,
      revokeId: {
        sourceAccount: operation.transactionSource,
        seqNum: operation.transactionSeqNum,
        opNum: operation.index,
        liquidityPoolId,
        asset,
      },
    }),
  );
}
