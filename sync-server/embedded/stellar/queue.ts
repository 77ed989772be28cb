import type { LedgerHeaderWire, TransactionResultWire } from "@stellar/stellar-sdk/xdr";
import type { Chain } from "./chain.ts";
import { availableBalance } from "./ledger/accounts.ts";
import { hex } from "./ledger/keys.ts";
import { TxCode } from "./ledger/results.ts";
import type { Transaction } from "./ledger/transaction.ts";
import { checkSubmission, isAccepted } from "./ledger/validate.ts";

export type Submitted =
  | { readonly status: "pending" }
  | { readonly status: "duplicate" }
  | { readonly status: "try-again-later" }
  | { readonly status: "error"; readonly result: TransactionResultWire };

/** How many ledgers' worth of operations may wait. */
const LEDGERS_WAITING = 4;
/** What a fee bump must bid, at least, to take the place of a waiting transaction. */
const REPLACE_FACTOR = 10n;

/** Transactions that wait for a ledger: one for each source account, as in stellar-core. */
export class Queue {
  readonly #chain: Chain;
  readonly #waiting = new Map<string, Transaction>();
  readonly #bySource = new Map<string, Transaction[]>();
  readonly #feesByPayer = new Map<string, bigint>();
  #operations = 0;
  /** Seconds by which a transaction must outlast the last close to be let in. */
  readonly #closeTimeSlack: bigint;

  constructor(chain: Chain, closeTimeSlack: bigint) {
    this.#chain = chain;
    this.#closeTimeSlack = closeTimeSlack;
  }

  /** How many transactions wait. */
  get size(): number {
    return this.#waiting.size;
  }

  has(hashHex: string): boolean {
    return this.#waiting.has(hashHex);
  }

  /** Whether anything of this account (its raw key) waits. */
  isWaiting(account: Uint8Array): boolean {
    return this.#bySource.has(hex(account));
  }

  /** Takes a transaction in or says why not; `inChain` lets several of one account wait behind each other. */
  submit(transaction: Transaction, options: { readonly inChain?: boolean } = {}): Submitted {
    if (this.has(transaction.hashHex)) return { status: "duplicate" };
    const earlier = this.#bySource.get(sourceOf(transaction)) ?? [];
    const replaced = options.inChain ? undefined : earlier.at(-1);
    if (replaced) {
      const refusal = mayReplace(transaction, replaced);
      if (refusal) return refusal;
    }
    const lastSeqNum = options.inChain ? earlier.at(-1)?.inner.seqNum : undefined;
    const header = this.#chain.nextHeader();
    const result = checkSubmission(transaction, this.#chain.state, header, {
      closeTimeSlack: this.#slack(header),
      ...(lastSeqNum !== undefined && { currentSeqNum: lastSeqNum }),
    });
    if (!isAccepted(result)) return { status: "error", result };
    if (this.#cannotPay(transaction, header, replaced)) {
      const code = TxCode.txInsufficientBalance;
      return { status: "error", result: { feeCharged: result.feeCharged, result: { code }, ext: { v: 0 } } };
    }
    if (this.#operations + transaction.paidOperations > header.maxTxSetSize * LEDGERS_WAITING) {
      return { status: "try-again-later" };
    }
    if (replaced) this.#remove(replaced);
    this.#add(transaction);
    return { status: "pending" };
  }

  /**
   * Removes what the next ledger holds, in the order it was submitted: the best bidders where not all fit.
   * Transactions that have become invalid are dropped.
   */
  take(closeTime: bigint): { readonly chosen: Transaction[]; readonly isFull: boolean } {
    const header = this.#chain.nextHeader();
    const next = { ...header, scpValue: { ...header.scpValue, closeTime } };
    const sequences = new Map<string, bigint>();
    const valid: Transaction[] = [];
    for (const transaction of this.#waiting.values()) {
      const source = sourceOf(transaction);
      const currentSeqNum = sequences.get(source);
      const mode = { closeTimeSlack: 0n, ...(currentSeqNum !== undefined && { currentSeqNum }) };
      if (isAccepted(checkSubmission(transaction, this.#chain.state, next, mode))) {
        valid.push(transaction);
        sequences.set(source, transaction.inner.seqNum);
      } else {
        this.#remove(transaction);
      }
    }
    const chosen = bestBidders(valid, header.maxTxSetSize);
    for (const transaction of chosen) this.#remove(transaction);
    return { chosen, isFull: chosen.length < valid.length };
  }

  #add(transaction: Transaction): void {
    const source = sourceOf(transaction);
    this.#waiting.set(transaction.hashHex, transaction);
    this.#bySource.set(source, [...(this.#bySource.get(source) ?? []), transaction]);
    this.#addFee(transaction, transaction.feeBid);
    this.#operations += transaction.paidOperations;
  }

  #remove(transaction: Transaction): void {
    const source = sourceOf(transaction);
    const others = (this.#bySource.get(source) ?? []).filter((other) => other !== transaction);
    this.#waiting.delete(transaction.hashHex);
    if (others.length > 0) this.#bySource.set(source, others);
    else this.#bySource.delete(source);
    this.#addFee(transaction, -transaction.feeBid);
    this.#operations -= transaction.paidOperations;
  }

  #addFee({ feeSource }: Transaction, fee: bigint): void {
    const payer = hex(feeSource.ed25519);
    const sum = (this.#feesByPayer.get(payer) ?? 0n) + fee;
    if (sum > 0n) this.#feesByPayer.set(payer, sum);
    else this.#feesByPayer.delete(payer);
  }

  #slack(header: LedgerHeaderWire): bigint {
    const drift = this.#chain.clock.now() - header.scpValue.closeTime;
    return this.#closeTimeSlack + (drift > 0n ? drift : 0n);
  }

  /** Whether the fee source lacks the fees of everything that waits at its expense. */
  #cannotPay(transaction: Transaction, header: LedgerHeaderWire, replaced: Transaction | undefined): boolean {
    const payer = hex(transaction.feeSource.ed25519);
    const account = this.#chain.state.peekAccount(transaction.feeSource);
    if (!account) return true;
    const samePayer = replaced && hex(replaced.feeSource.ed25519) === payer;
    const waiting = (this.#feesByPayer.get(payer) ?? 0n) - (samePayer ? replaced.feeBid : 0n);
    return availableBalance(header, account) < waiting + transaction.feeBid;
  }
}

function mayReplace(transaction: Transaction, waiting: Transaction): Submitted | undefined {
  if (!transaction.feeBump || transaction.inner.seqNum !== waiting.inner.seqNum) return { status: "try-again-later" };
  const bid = transaction.feeBid * BigInt(waiting.paidOperations);
  const needed = waiting.feeBid * REPLACE_FACTOR * BigInt(transaction.paidOperations);
  if (bid >= needed) return undefined;
  const count = BigInt(waiting.paidOperations);
  return {
    status: "error",
    result: {
      feeCharged: (needed + count - 1n) / count,
      result: { code: TxCode.txInsufficientFee },
      ext: { v: 0 },
    },
  };
}

function bestBidders(transactions: Transaction[], maximumOperations: number): Transaction[] {
  const total = transactions.reduce((sum, transaction) => sum + transaction.paidOperations, 0);
  if (total <= maximumOperations) return transactions;
  const order = transactions.toSorted((left, right) => {
    const difference = right.feeBid * BigInt(left.paidOperations) - left.feeBid * BigInt(right.paidOperations);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  });
  const chosen = new Set<Transaction>();
  const skipped = new Set<string>();
  let room = maximumOperations;
  for (const transaction of order) {
    const source = sourceOf(transaction);
    // A later one of the same account cannot go ahead of one that had to stay behind.
    if (transaction.paidOperations > room || skipped.has(source)) {
      skipped.add(source);
      continue;
    }
    chosen.add(transaction);
    room -= transaction.paidOperations;
  }
  return transactions.filter((transaction) => chosen.has(transaction));
}

function sourceOf({ inner }: Transaction): string {
  return hex(inner.source.ed25519);
}
