import { xdr } from "@stellar/stellar-sdk";
import type { GeneralizedTransactionSetWire } from "@stellar/stellar-sdk/xdr";
import type { Transaction } from "./transaction.ts";

/**
 * The set of transactions that a ledger agreed on, in the order of their hashes: one classic phase, and a phase of
 * contracts without any, which runs in parallel as from protocol 23 on.
 */
export function transactionSet(
  transactions: readonly Pick<Transaction, "hash" | "envelope">[],
  previousLedgerHash: Uint8Array,
  baseFee: bigint,
): GeneralizedTransactionSetWire {
  const txs = transactions
    .toSorted((left, right) => Buffer.compare(left.hash, right.hash))
    .map((transaction) => transaction.envelope);
  return {
    v: 1,
    v1TxSet: {
      previousLedgerHash,
      phases: [
        { v: 0, v0Components: txs.length > 0 ? [{ type: 0, txsMaybeDiscountedFee: { baseFee, txs } }] : [] },
        { v: 1, parallelTxsComponent: { baseFee: null, executionStages: [] } },
      ],
    },
  };
}

export function encodeTransactionSet(...of: Parameters<typeof transactionSet>): Uint8Array {
  return xdr.GeneralizedTransactionSet.schema.encode(transactionSet(...of));
}
