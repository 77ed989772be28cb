import { xdr } from "@stellar/stellar-sdk";
import type {
  InnerTransactionResultResultWire,
  OperationBodyWire,
  OperationResultTrWire,
  OperationResultWire,
  PublicKeyWire,
  TransactionResultResultWire,
  TransactionResultWire,
} from "@stellar/stellar-sdk/xdr";
import type { Transaction } from "./transaction.ts";

export const TxCode = xdr.TransactionResultCode.schema;
/** Codes of a transaction without a fee bump around it. */
export type PlainCode = Exclude<TransactionResultResultWire["code"], 1 | -13>;

/** What became of a transaction: its code, fee, and the results of its operations. */
export interface PlainResult {
  code: PlainCode;
  feeCharged: bigint;
  operations: OperationResultWire[];
}

/** Why the fee bump itself was refused, before its inner transaction was looked at. */
export interface BumpRefusal {
  readonly code: PlainCode;
  readonly feeCharged: bigint;
}

/** The result that stands before anything has been tried. */
export function initialResult(bodies: readonly OperationBodyWire[], feeCharged: bigint): PlainResult {
  return { code: TxCode.txSuccess, feeCharged, operations: bodies.map((body) => ({ code: 0, tr: zeroResult(body) })) };
}

/** The result as the network reports it; `feeCharged` is what the whole transaction cost. */
export function resultOf(transaction: Transaction, result: PlainResult, feeCharged: bigint): TransactionResultWire {
  if (!transaction.feeBump) return { feeCharged, result: plainResult(result), ext: { v: 0 } };
  const inner = { feeCharged: result.feeCharged, result: plainResult(result), ext: { v: 0 } } as const;
  return {
    feeCharged,
    result: {
      code: result.code === TxCode.txSuccess ? TxCode.txFeeBumpInnerSuccess : TxCode.txFeeBumpInnerFailed,
      innerResultPair: { transactionHash: transaction.inner.hash, result: inner },
    },
    ext: { v: 0 },
  };
}

export function refusalOf({ code, feeCharged }: BumpRefusal): TransactionResultWire {
  return { feeCharged, result: plainResult({ code, feeCharged, operations: [] }), ext: { v: 0 } };
}

export function isSuccess({ result }: TransactionResultWire): boolean {
  return result.code === TxCode.txSuccess || result.code === TxCode.txFeeBumpInnerSuccess;
}

function plainResult({ code, operations }: PlainResult): InnerTransactionResultResultWire {
  switch (code) {
    case 0:
      return { code, results: operations };
    case -1:
      return { code, results: operations };
    default:
      return { code };
  }
}

const NOBODY: PublicKeyWire = { type: 0, ed25519: new Uint8Array(32) };

/** What stellar-core leaves in place of a result it has not come to: a success of zeros. */
function zeroResult(body: OperationBodyWire): OperationResultTrWire {
  const last = { destination: NOBODY, asset: { type: 0 }, amount: 0n } as const;
  const noOffer = {
    effect: 0,
    offer: {
      sellerId: NOBODY,
      offerId: 0n,
      selling: { type: 0 },
      buying: { type: 0 },
      amount: 0n,
      price: { n: 0, d: 0 },
      flags: 0,
      ext: { v: 0 },
    },
  } as const;
  switch (body.type) {
    case 0:
      return { type: 0, createAccountResult: { code: 0 } };
    case 1:
      return { type: 1, paymentResult: { code: 0 } };
    case 2:
      return { type: 2, pathPaymentStrictReceiveResult: { code: 0, success: { offers: [], last } } };
    case 3:
    case 4:
      return { type: 3, manageSellOfferResult: { code: 0, success: { offersClaimed: [], offer: noOffer } } };
    case 5:
      return { type: 5, setOptionsResult: { code: 0 } };
    case 6:
      return { type: 6, changeTrustResult: { code: 0 } };
    case 7:
      return { type: 7, allowTrustResult: { code: 0 } };
    case 8:
      return { type: 8, accountMergeResult: { code: 0, sourceAccountBalance: 0n } };
    case 9:
      return { type: 9, inflationResult: { code: 0, payouts: [] } };
    case 10:
      return { type: 10, manageDataResult: { code: 0 } };
    case 11:
      return { type: 11, bumpSeqResult: { code: 0 } };
    case 12:
      return { type: 12, manageBuyOfferResult: { code: 0, success: { offersClaimed: [], offer: noOffer } } };
    case 13:
      return { type: 13, pathPaymentStrictSendResult: { code: 0, success: { offers: [], last } } };
    case 14:
      return { type: 14, createClaimableBalanceResult: { code: 0, balanceId: { type: 0, v0: new Uint8Array(32) } } };
    case 15:
      return { type: 15, claimClaimableBalanceResult: { code: 0 } };
    case 16:
      return { type: 16, beginSponsoringFutureReservesResult: { code: 0 } };
    case 17:
      return { type: 17, endSponsoringFutureReservesResult: { code: 0 } };
    case 18:
      return { type: 18, revokeSponsorshipResult: { code: 0 } };
    case 19:
      return { type: 19, clawbackResult: { code: 0 } };
    case 20:
      return { type: 20, clawbackClaimableBalanceResult: { code: 0 } };
    case 21:
      return { type: 21, setTrustLineFlagsResult: { code: 0 } };
    case 22:
      return { type: 22, liquidityPoolDepositResult: { code: 0 } };
    case 23:
      return { type: 23, liquidityPoolWithdrawResult: { code: 0 } };
    case 24:
      return { type: 24, invokeHostFunctionResult: { code: 0, success: new Uint8Array(32) } };
    case 25:
      return { type: 25, extendFootprintTtlResult: { code: 0 } };
    case 26:
      return { type: 26, restoreFootprintResult: { code: 0 } };
  }
}
