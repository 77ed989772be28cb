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

/** Applies the transactions in the given order to the state, whose header is already that of the new ledger. */
export function applyLedger(state: LedgerState, transactions: readonly Transaction[]): AppliedTransaction[] {
  const baseFee = setBaseFee(transactions, state.header.baseFee, state.header.maxTxSetSize);
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

/** Stroops per operation: the header's, or the lowest bid once the set is nearly full. */
export function setBaseFee(transactions: readonly Transaction[], headerFee: number, maximumOperations: number): bigint {
  let operations = 0;
  let lowest: bigint | undefined;
  for (const { feeBid, paidOperations } of transactions) {
    operations += paidOperations;
    const count = BigInt(paidOperations);
    const bid = (feeBid + count - 1n) / count;
    if (lowest === undefined || bid < lowest) lowest = bid;
  }
  const room = Math.max(0, maximumOperations - MAX_OPERATIONS);
  return operations > room && lowest !== undefined ? lowest : BigInt(headerFee);
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
