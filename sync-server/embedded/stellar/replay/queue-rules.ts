import type { TransactionResultWire } from "@stellar/stellar-sdk/xdr";
import { INT64_MAX } from "#server/embedded/stellar/ledger/limits.ts";
import { TxCode } from "#server/embedded/stellar/ledger/results.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";

/** What a fee bump must bid, at least, to take the place of a waiting transaction. */
const REPLACE_FACTOR = 10n;

/** What stellar-core's queue makes of a submission before it looks at the ledger. */
export type QueueVerdict =
  | { readonly kind: "refused"; readonly result: TransactionResultWire }
  /** To be judged by the ledger, from this sequence number on; undefined: from the account's. */
  | { readonly kind: "open"; readonly currentSeqNum: bigint | undefined };

/** Judges a submission by what waits of the same account already, lowest sequence number first. */
export function judgeByQueue(transaction: Transaction, waiting: readonly Transaction[]): QueueVerdict {
  const first = waiting[0]?.inner.seqNum;
  const last = waiting.at(-1)?.inner.seqNum;
  if (first === undefined || last === undefined) return { kind: "open", currentSeqNum: undefined };
  if (!transaction.feeBump) return { kind: "open", currentSeqNum: last };
  const { seqNum, conditions } = transaction.inner;
  if (seqNum > last) {
    const { minSeqNum } = conditions;
    const follows = minSeqNum === null ? seqNum === last + 1n : minSeqNum <= last;
    return follows ? { kind: "open", currentSeqNum: last } : refused(TxCode.txBadSeq, 0n);
  }
  const index = waiting.findIndex((other) => other.inner.seqNum === seqNum);
  const replaced = waiting[index];
  if (!replaced) return refused(TxCode.txBadSeq, 0n);
  const count = BigInt(Math.max(1, replaced.paidOperations));
  const needed = replaced.feeBid * REPLACE_FACTOR * BigInt(Math.max(1, transaction.paidOperations));
  if (transaction.feeBid * count < needed) {
    const least = (needed + count - 1n) / count;
    return refused(TxCode.txInsufficientFee, least > INT64_MAX ? INT64_MAX : least);
  }
  return { kind: "open", currentSeqNum: index === 0 ? undefined : waiting[index - 1]?.inner.seqNum };
}

function refused(code: -5 | -9, feeCharged: bigint): QueueVerdict {
  return { kind: "refused", result: { feeCharged, result: { code }, ext: { v: 0 } } };
}
