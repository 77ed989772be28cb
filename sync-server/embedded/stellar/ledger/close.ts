import type { LedgerEntryChangeWire, TransactionResultWire } from "@stellar/stellar-sdk/xdr";
import { applyTransaction, takeFee } from "./apply.ts";
import type { Changes } from "./apply.ts";
import { hex } from "./keys.ts";
import { MAX_OPERATIONS } from "./limits.ts";
import type { LedgerState } from "./state.ts";
import type { Transaction } from "./transaction.ts";

/** A transaction as one ledger has applied it. */
export interface AppliedTransaction {
  readonly transaction: Transaction;
  readonly result: TransactionResultWire;
  readonly feeChanges: readonly LedgerEntryChangeWire[];
  readonly changes: Changes;
}

/**
 * Applies the transactions in the given order to the state, whose header is already that of the new ledger.
 * `baseFee`, in stroops for each operation, is the transaction set's own, as sets name it from protocol 20 on; where it is
 * not given, it follows from the set as it did before.
 */
export function applyLedger(
  state: LedgerState,
  transactions: readonly Transaction[],
  baseFee: bigint = setBaseFee(transactions, state.header.baseFee, state.header.maxTxSetSize),
): AppliedTransaction[] {
  state.maxSeqNumToApply = highestSequences(transactions);
  const fees = transactions.map((transaction) => takeFee(transaction, state, baseFee));
  const applied = transactions.map((transaction, index) => {
    const fee = fees[index];
    if (!fee) throw new Error("fee phase incomplete");
    const { result, changes } = applyTransaction(transaction, state, baseFee, fee.charged);
    return { transaction, result, changes, feeChanges: fee.changes };
  });
  state.maxSeqNumToApply = new Map();
  return applied;
}

/** Stroops per operation before protocol 20: the header's, or the lowest bid once the set is nearly full. */
export function setBaseFee(transactions: readonly Transaction[], headerFee: number, maximumOperations: number): bigint {
  const operations = transactions.reduce((sum, { paidOperations }) => sum + paidOperations, 0);
  const room = Math.max(0, maximumOperations - MAX_OPERATIONS);
  return operations > room ? (lowestBid(transactions) ?? BigInt(headerFee)) : BigInt(headerFee);
}

/** The lowest bid of the set for one operation: what all pay where others had to stay behind, from protocol 20 on. */
export function lowestBid(transactions: readonly Transaction[]): bigint | undefined {
  let lowest: bigint | undefined;
  for (const { feeBid, paidOperations } of transactions) {
    const count = BigInt(paidOperations);
    const bid = (feeBid + count - 1n) / count;
    if (lowest === undefined || bid < lowest) lowest = bid;
  }
  return lowest;
}

function highestSequences(transactions: readonly Transaction[]): Map<string, bigint> {
  const highest = new Map<string, bigint>();
  for (const { inner } of transactions) {
    const account = hex(inner.source.ed25519);
    const known = highest.get(account);
    if (known === undefined || known < inner.seqNum) highest.set(account, inner.seqNum);
  }
  return highest;
}
