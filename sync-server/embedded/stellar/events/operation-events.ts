import type {
  AssetWire,
  ClaimAtomWire,
  ContractEventWire,
  LedgerEntryChangeWire,
  MuxedAccountWire,
  OperationResultTrWire,
  OperationWire,
  ScAddressWire,
} from "@stellar/stellar-sdk/xdr";
import { assetFromCode } from "#server/embedded/stellar/ledger/assets.ts";
import type { RevokingOperation } from "#server/embedded/stellar/ledger/revocation.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { accountAddress, claimableBalanceAddress, muxedAddress, poolAddress } from "./asset-events.ts";
import type { AssetEvents } from "./asset-events.ts";
import { removedBalance, poolMoves } from "./changed-entries.ts";
import { trustEvents } from "./trust-events.ts";

const XLM = { type: 0 } as const;

/** One operation of a successful transaction, with what came of it. */
export interface DoneOperation {
  readonly operation: OperationWire;
  readonly result: OperationResultTrWire;
  readonly changes: readonly LedgerEntryChangeWire[];
  /** Of the operation, with the sub-account that it may name. */
  readonly source: MuxedAccountWire;
  readonly place: RevokingOperation;
}

/** The events of a successful operation, in the order in which stellar-core emits them; none where nothing moved. */
export function operationEvents(done: DoneOperation, write: AssetEvents): ContractEventWire[] {
  const { result } = done;
  const { body } = done.operation;
  const source = muxedAddress(done.source);
  switch (body.type) {
    case 0: {
      const { destination, startingBalance } = body.createAccountOp;
      return [write.movement(XLM, source, accountAddress(destination), startingBalance, true)];
    }
    case 1: {
      const { asset, destination, amount } = body.paymentOp;
      return [write.movement(asset, source, muxedAddress(destination), amount, true)];
    }
    case 2:
      return pathPaymentEvents(result, source, body.pathPaymentStrictReceiveOp.destination, write);
    case 13:
      return pathPaymentEvents(result, source, body.pathPaymentStrictSendOp.destination, write);
    case 3:
    case 4:
    case 12:
      return tradeEvents(claimsOf(result), source, write);
    case 7:
      return trustEvents(
        body.allowTrustOp.trustor,
        assetFromCode(body.allowTrustOp.asset, accountOf(done.source)),
        done,
        write,
      );
    case 8:
      return mergeEvents(result, source, muxedAddress(body.destination), write);
    case 14:
    case 15:
    case 20:
      return claimableBalanceEvents(done, source, write);
    case 19: {
      const { asset, from, amount } = body.clawbackOp;
      return [write.clawback(asset, muxedAddress(from), amount)];
    }
    case 21:
      return trustEvents(body.setTrustLineFlagsOp.trustor, body.setTrustLineFlagsOp.asset, done, write);
    case 22:
    case 23:
      return poolEvents(done, source, write);
    default:
      return [];
  }
}

/** What went into a pool or came out of it, in the pool's own order. */
function poolEvents({ operation, changes }: DoneOperation, source: ScAddressWire, write: AssetEvents) {
  return poolMoves(changes).flatMap(({ poolId, parts }) =>
    parts.map(({ asset, gained }) =>
      operation.body.type === 22
        ? write.movement(asset, source, poolAddress(poolId), gained, false)
        : write.movement(asset, poolAddress(poolId), source, -gained, true),
    ),
  );
}

function pathPaymentEvents(
  result: OperationResultTrWire,
  source: ScAddressWire,
  destination: MuxedAccountWire,
  write: AssetEvents,
): ContractEventWire[] {
  const { offers, last } = pathPaid(result);
  if (!last) return [];
  const paid = write.movement(last.asset, source, muxedAddress(destination), last.amount, true);
  return [...tradeEvents(offers, source, write), paid];
}

function pathPaid(result: OperationResultTrWire): {
  readonly offers: readonly ClaimAtomWire[];
  readonly last?: { readonly asset: AssetWire; readonly amount: bigint };
} {
  if (result.type === 2 && result.pathPaymentStrictReceiveResult.code === 0)
    return result.pathPaymentStrictReceiveResult.success;
  if (result.type === 13 && result.pathPaymentStrictSendResult.code === 0)
    return result.pathPaymentStrictSendResult.success;
  return { offers: [] };
}

/** Both sides of each trade: what the taker gave, and what they got. */
function tradeEvents(claims: readonly ClaimAtomWire[], taker: ScAddressWire, write: AssetEvents): ContractEventWire[] {
  return claims.flatMap((claim) => {
    const maker = makerOf(claim);
    const { assetSold, amountSold, assetBought, amountBought } = tradeIn(claim);
    return [
      write.movement(assetBought, taker, maker, amountBought, false),
      write.movement(assetSold, maker, taker, amountSold, false),
    ];
  });
}

function tradeIn(claim: ClaimAtomWire) {
  switch (claim.type) {
    case 0:
      return claim.v0;
    case 1:
      return claim.orderBook;
    case 2:
      return claim.liquidityPool;
  }
}

function makerOf(claim: ClaimAtomWire): ScAddressWire {
  switch (claim.type) {
    case 0:
      return accountAddress({ type: 0, ed25519: claim.v0.sellerEd25519 });
    case 1:
      return accountAddress(claim.orderBook.sellerId);
    case 2:
      return poolAddress(claim.liquidityPool.liquidityPoolId);
  }
}

/** What an offer took; a passive one answers as any other, or by its own name. */
function claimsOf(result: OperationResultTrWire): readonly ClaimAtomWire[] {
  switch (result.type) {
    case 3:
      return result.manageSellOfferResult.code === 0 ? result.manageSellOfferResult.success.offersClaimed : [];
    case 4:
      return result.createPassiveSellOfferResult.code === 0
        ? result.createPassiveSellOfferResult.success.offersClaimed
        : [];
    case 12:
      return result.manageBuyOfferResult.code === 0 ? result.manageBuyOfferResult.success.offersClaimed : [];
    default:
      return [];
  }
}

function mergeEvents(result: OperationResultTrWire, source: ScAddressWire, to: ScAddressWire, write: AssetEvents) {
  if (result.type !== 8 || result.accountMergeResult.code !== 0) return [];
  return [write.movement(XLM, source, to, result.accountMergeResult.sourceAccountBalance, true)];
}

function claimableBalanceEvents(
  { operation, result, changes }: DoneOperation,
  source: ScAddressWire,
  write: AssetEvents,
) {
  if (operation.body.type === 14) {
    if (result.type !== 14 || result.createClaimableBalanceResult.code !== 0) return [];
    const { asset, amount } = operation.body.createClaimableBalanceOp;
    const { v0 } = result.createClaimableBalanceResult.balanceId;
    return [write.movement(asset, source, claimableBalanceAddress(v0), amount, true)];
  }
  const removed = removedBalance(changes);
  if (!removed) throw new Error("a claimable balance went without a trace");
  const { balanceId, asset, amount } = removed;
  const balance = claimableBalanceAddress(balanceId.v0);
  return operation.body.type === 20
    ? [write.clawback(asset, balance, amount)]
    : [write.movement(asset, balance, source, amount, true)];
}
