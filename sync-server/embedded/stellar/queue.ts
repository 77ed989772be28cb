import type { LedgerHeaderWire, TransactionResultWire } from "@stellar/stellar-sdk/xdr";
import type { Chain } from "./chain.ts";
import { availableBalance } from "./ledger/accounts.ts";
import { hex, sameBytes } from "./ledger/keys.ts";
import { TxCode } from "./ledger/results.ts";
import type { Transaction } from "./ledger/transaction.ts";
import { checkSubmission, isAccepted } from "./ledger/validate.ts";

export type Submitted =
  | { readonly status: "pending" }
  | { readonly status: "duplicate" }
  | { readonly status: "try-again-later" }
  | { readonly status: "error"; readonly result: TransactionResultWire };

type RefusalCode = typeof TxCode.txBadSeq | typeof TxCode.txInsufficientFee | typeof TxCode.txInsufficientBalance;

/** How many ledgers' worth of operations may wait. */
const LEDGERS_WAITING = 2;
/** What a fee bump must bid, at least, to take the place of a waiting transaction. */
const REPLACE_FACTOR = 10n;
/** For how many ledgers what was refused its place or put out of the queue is not let in again. */
const LEDGERS_BANNED = 10;
/** After how many ledgers without it a transaction is put out. */
const MOST_AGE = 4;

/**
 * Transactions that wait for a ledger: one for each source account, as in stellar-core. Who does not get in within some
 * ledgers is put out, and what was put out or refused its place is not let in again for some more.
 */
export class Queue {
  readonly #chain: Chain;
  readonly #waiting = new Map<string, Transaction>();
  readonly #bySource = new Map<string, Transaction[]>();
  readonly #feesByPayer = new Map<string, bigint>();
  /** What is not let in, with the last ledger for which it stays out. */
  readonly #banned = new Map<string, number>();
  /** For how many ledgers an account's transaction has waited. Replacing it does not begin anew. */
  readonly #ages = new Map<string, number>();
  /** The best of those that were put out since the last ledger: whoever comes has to bid more, room or none. */
  #bestOut: Transaction | undefined;
  /** Those that wait behind each other of one account, which do not grow old. */
  readonly #chained = new WeakSet<Transaction>();
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
    if (this.#banned.has(transaction.hashHex)) return { status: "try-again-later" };
    if (this.has(transaction.hashHex)) return { status: "duplicate" };
    const last = this.#bySource.get(sourceOf(transaction))?.at(-1);
    const replaced = options.inChain ? undefined : last;
    const refusal = replaced && whyNotReplace(transaction, replaced);
    if (refusal) return refusal;
    const header = this.#chain.nextHeader();
    const outbid = this.#makeRoom(transaction, header, replaced);
    if (!Array.isArray(outbid)) {
      if (!options.inChain) this.#ban(transaction, header.ledgerSeq - 1);
      return outbid;
    }
    const invalid = this.#whyInvalid(transaction, header, replaced, options.inChain ? last?.inner.seqNum : undefined);
    if (invalid) return invalid;
    for (const other of outbid) {
      this.#remove(other);
      this.#ban(other, header.ledgerSeq - 1);
      this.#bestOut = other;
    }
    if (replaced) this.#remove(replaced);
    if (options.inChain) this.#chained.add(transaction);
    this.#add(transaction);
    return { status: "pending" };
  }

  #whyInvalid(
    transaction: Transaction,
    header: LedgerHeaderWire,
    replaced: Transaction | undefined,
    currentSeqNum: bigint | undefined,
  ): Submitted | undefined {
    const result = checkSubmission(transaction, this.#chain.state, header, {
      closeTimeSlack: this.#slack(header),
      ...(currentSeqNum !== undefined && { currentSeqNum }),
    });
    if (!isAccepted(result)) return { status: "error", result };
    return this.#cannotPay(transaction, header, replaced) ? refusedFor(TxCode.txInsufficientBalance, 0n) : undefined;
  }

  /**
   * Removes what the next ledger holds, in the order it was submitted: the best bidders where not all fit.
   * Transactions that have become invalid are dropped.
   */
  take(closeTime: bigint): { readonly chosen: Transaction[]; readonly isFull: boolean } {
    const header = this.#chain.nextHeader();
    const next = { ...header, scpValue: { ...header.scpValue, closeTime } };
    for (const [hash, last] of this.#banned) if (last <= header.ledgerSeq) this.#banned.delete(hash);
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
        this.#ban(transaction, header.ledgerSeq);
      }
    }
    const chosen = bestBidders(valid, header.maxTxSetSize);
    for (const transaction of chosen) this.#remove(transaction);
    this.#growOlder(header.ledgerSeq);
    return { chosen, isFull: chosen.length < valid.length };
  }

  /** After a ledger: who has waited too long for one is put out. */
  #growOlder(ledger: number): void {
    this.#bestOut = undefined;
    for (const transaction of this.#waiting.values()) {
      if (this.#chained.has(transaction)) continue;
      const source = sourceOf(transaction);
      const age = (this.#ages.get(source) ?? 0) + 1;
      this.#ages.set(source, age);
      if (age < MOST_AGE) continue;
      this.#remove(transaction);
      this.#ban(transaction, ledger);
    }
    for (const source of this.#ages.keys()) if (!this.#bySource.has(source)) this.#ages.delete(source);
  }

  /** Keeps a transaction out for the ledgers that follow one. */
  #ban({ hashHex }: Transaction, ledger: number): void {
    this.#banned.set(hashHex, ledger + LEDGERS_BANNED);
  }

  /** Those of the lowest bids that have to go for a better one; where its own is not better than theirs, what would be. */
  #makeRoom(
    transaction: Transaction,
    { maxTxSetSize }: LedgerHeaderWire,
    replaced: Transaction | undefined,
  ): Transaction[] | Submitted {
    const best = this.#bestOut;
    if (best && byBid(transaction, best) <= 0) return notEnough(leastAbove(transaction, best));
    const places = maxTxSetSize * LEDGERS_WAITING;
    const wanted = transaction.paidOperations - (replaced?.paidOperations ?? 0);
    if (wanted > places) return { status: "try-again-later" };
    const gone: Transaction[] = [];
    let missing = this.#operations + wanted - places;
    for (const other of missing > 0 ? [...this.#waiting.values()].toSorted(byBid) : []) {
      if (byBid(transaction, other) <= 0) return notEnough(leastAbove(transaction, other));
      // Nobody puts out what goes before their own, nor what they would replace.
      if (sourceOf(other) === sourceOf(transaction)) return { status: "try-again-later" };
      gone.push(other);
      missing -= other.paidOperations;
      if (missing <= 0) break;
    }
    return missing > 0 ? { status: "try-again-later" } : gone;
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

/** Why a transaction may not take the place of the one that waits of the same account. */
function whyNotReplace(transaction: Transaction, waiting: Transaction): Submitted | undefined {
  const { feeBump, inner, feeBid, paidOperations } = transaction;
  if (!feeBump && waiting.feeBump && sameBytes(waiting.inner.hash, inner.hash)) return { status: "duplicate" };
  if (inner.seqNum < waiting.inner.seqNum) return refusedFor(TxCode.txBadSeq, 0n);
  if (!feeBump || inner.seqNum !== waiting.inner.seqNum) return { status: "try-again-later" };
  const count = BigInt(waiting.paidOperations);
  const needed = waiting.feeBid * REPLACE_FACTOR * BigInt(paidOperations);
  return feeBid * count >= needed ? undefined : notEnough((needed + count - 1n) / count);
}

/** A refusal that names the least bid that would do. */
function notEnough(feeCharged: bigint): Submitted {
  return refusedFor(TxCode.txInsufficientFee, feeCharged);
}

function refusedFor(code: RefusalCode, feeCharged: bigint): Submitted {
  return { status: "error", result: { feeCharged, result: { code }, ext: { v: 0 } } };
}

/** The least bid by which a transaction is better than another one. */
function leastAbove({ paidOperations }: Transaction, other: Transaction): bigint {
  return (other.feeBid * BigInt(paidOperations)) / BigInt(other.paidOperations) + 1n;
}

/** The lowest bid for each operation first. */
function byBid(left: Transaction, right: Transaction): number {
  const difference = left.feeBid * BigInt(right.paidOperations) - right.feeBid * BigInt(left.paidOperations);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function bestBidders(transactions: Transaction[], maximumOperations: number): Transaction[] {
  const total = transactions.reduce((sum, transaction) => sum + transaction.paidOperations, 0);
  if (total <= maximumOperations) return transactions;
  const order = transactions.toSorted((left, right) => byBid(right, left));
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
